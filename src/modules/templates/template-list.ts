import path from 'node:path';
import type { Sql } from '../../infra/sql.ts';
import { flagsOf } from './template-record.ts';
import type { TemplateItem, TemplateMetadata } from './templates.schemas.ts';

export interface TemplateRow {
  publicId: string;
  name: string;
  columns: string;
  namingPattern: string | null;
  thumbnailKey: string | null;
  pageCount: number;
  fieldCount: number;
  isReady: boolean;
  isMapped: boolean;
  isShared: boolean;
  createdAt: string;
  updatedAt: string;
}

/** The templates that a user can access, newest first: their own and those of their organizations. */
export interface TemplateList {
  /** `userId`: internal id. */
  items(userId: number): Promise<TemplateItem[]>;
  metadata(userId: number): Promise<TemplateMetadata[]>;
}

/** One statement per list and no entities, because pages request these lists often (ADR 26). */
export function createTemplateList(sql: Sql): TemplateList {
  const read = (userId: number) => sql<TemplateRow>(REACHABLE, [userId]);
  return {
    items: async (userId) => (await read(userId)).map(toItem),
    metadata: async (userId) => (await read(userId)).map(toMetadata),
  };
}

export function toItem(row: TemplateRow): TemplateItem {
  return {
    publicId: row.publicId,
    name: row.name,
    thumbPath: row.thumbnailKey === null ? null : path.posix.basename(row.thumbnailKey),
    columns: row.columns,
    flags: flagsOf(row),
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  };
}

function toMetadata(row: TemplateRow): TemplateMetadata {
  return {
    publicId: row.publicId,
    name: row.name,
    columns: row.columns,
    namingPattern: row.namingPattern,
    flags: flagsOf(row),
    pageCount: row.pageCount,
    fieldCount: row.fieldCount,
    updatedAt: row.updatedAt,
  };
}

/** A union uses two indexes. An OR of both conditions would read the whole table. */
export const REACHABLE = {
  name: 'template_list',
  text: `
    select t.public_id as "publicId", t.name, t.columns, t.naming_pattern as "namingPattern",
           v.thumbnail_key as "thumbnailKey", v.page_count as "pageCount", v.field_count as "fieldCount",
           v.target_count > 0 as "isReady", v.json is not null as "isMapped", t.organization_id is not null as "isShared",
           to_char(t.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS') as "createdAt",
           to_char(t.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS') as "updatedAt"
    from (
      select id from template where owner_id = $1
      union
      select id from template where organization_id in (select organization_id from membership where user_id = $1)
    ) reachable
    join template t on t.id = reachable.id
    join template_version v on v.template_public_id = t.public_id and v.number = t.version
    order by t.id desc`,
};

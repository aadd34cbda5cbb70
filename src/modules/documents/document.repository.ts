import { createSingleFlight } from '../../infra/single-flight.ts';
import type { Sql } from '../../infra/sql.ts';
import type { FieldValue } from '../../stamping/types.ts';
import { CHARGE } from '../usage/usage-sql.ts';

/** A pinned template version that the account may still use. */
export interface PinnedTemplate {
  versionId: number;
  version: number;
  fileKey: string;
  fileSize: number;
  json: string | null;
  namingPattern: string | null;
  /** The template's columns, comma-separated. */
  columns: string;
  userId: number;
  /** The template's organization, if the account is a member. */
  organizationId: number | null;
  /** The payer of its documents has an action limit. */
  isLimited: boolean;
}

/** A filled PDF about to be recorded. Sizes in bytes. */
interface NewDocument {
  documentId: string;
  runId: string;
  workflowId: string;
  nodeId: string;
  itemIndex: number;
  templateId: string;
  template: PinnedTemplate;
  name: string;
  storageKey: string;
  size: number;
  sha256: string;
  /** Warnings as JSON text; null if there are none. */
  warnings: string | null;
  /** Start of the work; the action counts in this month. */
  at: Date;
}

export interface DocumentRepository {
  /** The version, or null if the account may not use its template. Locked accounts and GUESTs may use none. */
  findTemplate(wanted: {
    templateId: string;
    versionId: number;
    accountId: string;
  }): Promise<PinnedTemplate | null>;
  /**
   * Records the document and counts its action in one transaction. Idempotent. Returns the recorded name, or null if the
   * run was deleted or has ended without this document.
   */
  record(document: NewDocument): Promise<string | null>;
  /** Stores the field values of a document of a dry run, until the dry run ends. */
  saveFields(document: {
    runId: string;
    nodeId: string;
    itemIndex: number;
    fields: readonly FieldValue[];
  }): Promise<void>;
  /** The document that a retry reuses for this node and item, or null. */
  findReused(wanted: {
    runId: string;
    nodeId: string;
    itemIndex: number;
  }): Promise<{ documentId: string; name: string } | null>;
}

export function createDocumentRepository(sql: Sql): DocumentRepository {
  // The runs of a burst use the same template.
  const readTemplate = createSingleFlight(async (key: string): Promise<PinnedTemplate | null> => {
    const [row] = await sql<PinnedTemplate>(FIND_TEMPLATE, JSON.parse(key));
    return row ?? null;
  });
  return {
    findTemplate: ({ templateId, versionId, accountId }) =>
      readTemplate(JSON.stringify([templateId, versionId, accountId])),
    async record(document) {
      const { template } = document;
      const [row] = await sql<{ name: string }>(RECORD, [
        document.runId,
        document.documentId,
        template.userId,
        document.nodeId,
        document.itemIndex,
        document.templateId,
        template.version,
        document.name,
        document.storageKey,
        document.size,
        document.sha256,
        template.organizationId,
        document.workflowId,
        document.at,
        document.warnings,
      ]);
      if (row !== undefined) return row.name;
      // A row recorded while this statement waited for its lock is visible only to the next statement.
      const [earlier] = await sql<{ name: string }>(FIND_RECORDED, [document.documentId]);
      return earlier?.name ?? null;
    },
    async saveFields({ runId, nodeId, itemIndex, fields }) {
      await sql(SAVE_FIELDS, [runId, nodeId, itemIndex, JSON.stringify(fields)]);
    },
    async findReused({ runId, nodeId, itemIndex }) {
      const [row] = await sql<{ documentId: string; name: string }>(FIND_REUSED, [runId, nodeId, itemIndex]);
      return row ?? null;
    },
  };
}

const FIND_TEMPLATE = {
  name: 'stamp_template',
  text: `
    select v.id::float8 as "versionId", v.number as version, v.file_key as "fileKey", v.file_size as "fileSize",
           v.json, t.naming_pattern as "namingPattern", t.columns, u.id::float8 as "userId",
           m.organization_id::float8 as "organizationId", p.action_limit is not null as "isLimited"
    from template t
    join template_version v on v.template_public_id = t.public_id and v.id = $2::bigint
    join user_account u on u.public_id = $3 and u.is_enabled and u.application_role <> 'GUEST'
    left join membership m on m.user_id = u.id and m.organization_id = t.organization_id
    left join organization o on o.id = m.organization_id
    left join plan p on p.subject = coalesce(o.public_id, u.public_id)
    where t.public_id = $1 and (t.owner_id = u.id or m.id is not null)`,
};

/**
 * Returns the recorded name, also if an earlier attempt recorded it. The document is recorded only before the run's end,
 * so that a retry can reuse it. The run's row is locked as for the update that may follow, so that items of a loop do not
 * deadlock.
 */
const RECORD = {
  name: 'stamp_record',
  text: `
    with target as (
      select id from run where public_id = $1 and ended_at is null for no key update
    ), made as (
      insert into document (public_id, run_id, owner_id, node_id, item_index, template_public_id, template_version,
                            name, storage_key, size, sha256, warnings)
      select $2, id, $3::bigint, $4, $5::int, $6, $7::int, $8, $9, $10::int, $11, $15 from target
      on conflict (run_id, node_id, item_index) do update set name = document.name
      returning name
    ), entry as (
      select $2 as source, $3::bigint as user_id, $12::bigint as organization_id, $6 as template_public_id,
             $13 as workflow_public_id, 1 as actions, $14::timestamptz as at
      from target
    ), ${CHARGE}, waited as (
      delete from limit_wait where source = $2
    ), going_on as (
      update run set status = 'RUNNING' from target
      where run.id = target.id and run.status = 'WAITING'
        and not exists (select from limit_wait w where w.run_id = run.id and w.source <> $2)
    )
    select name from made`,
};

const FIND_RECORDED = {
  name: 'stamp_recorded',
  text: 'select name from document where public_id = $1',
};

const SAVE_FIELDS = {
  name: 'stamp_save_fields',
  text: `
    insert into dry_run_text (run_id, node_id, item_index, fields)
    select $1::varchar, $2::varchar, $3::int, $4::text
    where exists (select from dry_run_text where run_id = $1::varchar and node_id = '')
    on conflict (run_id, node_id, item_index) do update set fields = excluded.fields`,
};

const FIND_REUSED = {
  name: 'stamp_reused',
  text: `
    select d.public_id as "documentId", d.name
    from run r
    join document_reuse u on u.run_id = r.id
    join document d on d.id = u.document_id
    where r.public_id = $1 and d.node_id = $2 and d.item_index = $3::int`,
};

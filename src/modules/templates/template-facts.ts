import type { MikroORM } from '@mikro-orm/postgresql';
import { isPublicId } from '../../infra/public-id.ts';
import {
  columnOf,
  expandMapping,
  isPlaced,
  isWithinPages,
  mappedColumns,
  parseMappings,
} from '../../stamping/mappings.ts';
import type { TemplateInventory, TemplateMappings } from '../../stamping/types.ts';
import { Template } from './template.entity.ts';
import { reachable } from './template-access.ts';
import { parseColumns } from './template-columns.ts';
import type { CurrentTemplate } from './template-record.ts';
import { findCurrentVersions } from './template-versions.ts';

/** Columns of a template: all that fill something, and those that each row needs. */
export interface TemplateColumns {
  known: readonly string[];
  required: readonly string[];
}

/** Finds the columns that graph validation needs. Templates that the user cannot access are omitted. */
export function createFindTemplateColumns({ orm }: { orm: MikroORM }) {
  return async (publicIds: readonly string[], userId: number): Promise<Map<string, TemplateColumns>> => {
    const em = orm.em.fork();
    // A graph can contain any text as an id, such as U+0000, which PostgreSQL rejects.
    const named = { publicId: { $in: publicIds.filter((id) => isPublicId('tpl', id)) } };
    const templates = await em.find(Template, { $and: [named, await reachable(em, userId)] });
    const current = await findCurrentVersions(em, templates);
    return new Map(current.map((found) => [found.template.publicId, columnsOf(found)]));
  };
}

/** The known columns are those of the template and those that its mappings or fields read. */
function columnsOf({ template, version }: CurrentTemplate): TemplateColumns {
  const inventory = JSON.parse(version.inventory) as TemplateInventory;
  const mappings = version.json == null ? null : parseMappings(version.json);
  const known = [...parseColumns(template.columns), ...mappedColumns(mappings, inventory)];
  return { known: [...new Set(known)], required: requiredBy(mappings, inventory) };
}

/** Columns that each row needs: of required mappings that fill something and have no Default. */
function requiredBy(mappings: TemplateMappings | null, inventory: TemplateInventory): string[] {
  const fillable = new Set(inventory.fillable);
  const columns = Object.entries(mappings?.FieldMappings ?? {}).flatMap(([name, short]) => {
    const mapping = expandMapping(short);
    const column = columnOf(name, mapping);
    const fills = isPlaced(mapping) ? isWithinPages(mapping, inventory.pages) : fillable.has(name);
    const isNeeded = mapping.Required === true && (mapping.Default ?? '').trim() === '';
    return column !== null && fills && isNeeded ? [column] : [];
  });
  return [...new Set(columns)];
}

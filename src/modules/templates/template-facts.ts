import type { MikroORM } from '@mikro-orm/postgresql';
import type { TemplateFacts } from '../../../workflows/graph/types.ts';
import { isPublicId } from '../../infra/public-id.ts';
import {
  columnOf,
  expandMapping,
  isPlaced,
  isWithinPages,
  mappedColumns,
  parseMappings,
} from '../../stamping/mappings.ts';
import { matchColumns } from '../../stamping/match-columns.ts';
import type { TemplateInventory, TemplateMappings } from '../../stamping/types.ts';
import { Template } from './template.entity.ts';
import { reachable } from './template-access.ts';
import type { CurrentTemplate } from './template-answers.ts';
import { parseColumns } from './template-columns.ts';
import { findCurrentVersions } from './template-versions.ts';

/** What graph validation asks about templates; those the user may not use are left out. */
export function createFindTemplateFacts({ orm }: { orm: MikroORM }) {
  return async (publicIds: readonly string[], userId: number): Promise<Map<string, TemplateFacts>> => {
    const em = orm.em.fork();
    // A graph may name whatever is text; what is no id, U+0000 in it for one, is never asked for.
    const named = { publicId: { $in: publicIds.filter((id) => isPublicId('tpl', id)) } };
    const templates = await em.find(Template, { $and: [named, await reachable(em, userId)] });
    const current = await findCurrentVersions(em, templates);
    return new Map(current.map((found) => [found.template.publicId, factsOf(found)]));
  };
}

/** Known are the template's columns and whatever its mappings or fields read. */
function factsOf({ template, version }: CurrentTemplate): TemplateFacts {
  const inventory = JSON.parse(version.inventory) as TemplateInventory;
  const mappings = version.json == null ? null : parseMappings(version.json);
  const known = [...parseColumns(template.columns), ...mappedColumns(mappings, inventory)];
  return {
    unknownColumns(columns) {
      const served = new Set(matchColumns([...new Set(known)], columns));
      return columns.filter((_, index) => !served.has(index));
    },
    requiredColumns(columns) {
      const required = requiredBy(mappings, inventory);
      const matched = matchColumns(required, columns);
      return required.map((column, index) => ({ column, mapped: columns[matched[index] ?? -1] ?? null }));
    },
  };
}

/** Columns without which no row can be stamped: of mappings that certainly fill something and have no Default. */
function requiredBy(mappings: TemplateMappings | null, inventory: TemplateInventory): string[] {
  const columns = Object.entries(mappings?.FieldMappings ?? {}).flatMap(([name, short]) => {
    const mapping = expandMapping(short);
    const column = columnOf(name, mapping);
    const fills = isPlaced(mapping)
      ? isWithinPages(mapping, inventory.pages)
      : inventory.fillable.includes(name);
    const isNeeded = mapping.Required === true && (mapping.Default ?? '').trim() === '';
    return column !== null && fills && isNeeded ? [column] : [];
  });
  return [...new Set(columns)];
}

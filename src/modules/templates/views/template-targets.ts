import {
  columnOf,
  expandMapping,
  isPlaced,
  isWithinPages,
  parseMappings,
} from '../../../stamping/mappings.ts';
import { createNameFinder, foldHeader } from '../../../stamping/match-columns.ts';
import type { FieldMapping, TemplateInventory } from '../../../stamping/types.ts';

/** A target that a row fills: a field, or text at a position on a page. */
export interface TemplateTarget {
  /** The name in the mappings; without mappings the name of the field. */
  name: string;
  mapping: FieldMapping;
  /** The column whose value it gets; null for a static value. */
  column: string | null;
  /** Full name of the field; null for placed text and for a name that no field has. */
  fieldName: string | null;
  /** Whether the file has the field, or the page of placed text. */
  isThere: boolean;
}

/** The targets of a template, matched as in the stamping engine. */
export interface TemplateTargets {
  /** False if there are no mappings; then each field gets the column with its own name. */
  isMapped: boolean;
  targets: TemplateTarget[];
}

/** Reads the targets of stored mappings for a file. Empty mappings count as none; ignored mappings are omitted. */
export function readTargets(json: string | null, inventory: TemplateInventory): TemplateTargets {
  const mappings = json === null ? null : parseMappings(json);
  const entries = Object.entries(mappings?.FieldMappings ?? {});
  if (entries.length === 0) return { isMapped: false, targets: inventory.fillable.map(ownTarget) };
  const findField = createNameFinder(inventory.fillable);
  const targets = entries.flatMap(([name, given]): TemplateTarget[] => {
    const mapping = expandMapping(given);
    if (mapping.ValueType === 'Ignore') return [];
    const column = columnOf(name, mapping);
    if (isPlaced(mapping)) {
      const isThere = isWithinPages(mapping, inventory.pages);
      return [{ name, mapping, column, fieldName: null, isThere }];
    }
    const fieldName = inventory.fillable[findField(name)] ?? null;
    return [{ name, mapping, column, fieldName, isThere: fieldName !== null }];
  });
  return { isMapped: true, targets };
}

function ownTarget(name: string): TemplateTarget {
  return { name, mapping: {}, column: name, fieldName: name, isThere: true };
}

/** The distinct columns of these targets, in their order. */
export function columnsOf(targets: readonly TemplateTarget[]): string[] {
  const columns = new Map<string, string>();
  for (const { column } of targets) {
    if (column !== null && !columns.has(foldHeader(column))) columns.set(foldHeader(column), column);
  }
  return [...columns.values()];
}

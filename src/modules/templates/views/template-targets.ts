import {
  columnOf,
  expandMapping,
  isPlaced,
  isWithinPages,
  parseMappings,
} from '../../../stamping/mappings.ts';
import { createNameFinder, foldHeader } from '../../../stamping/match-columns.ts';
import type { FieldMapping, TemplateInventory } from '../../../stamping/types.ts';

/** Something a row can fill: a field, or a place on a page. */
export interface TemplateTarget {
  /** As the mappings call it; without mappings the field's own name. */
  name: string;
  mapping: FieldMapping;
  /** The column it reads; null for a static value. */
  column: string | null;
  /** Full name of the field it fills; null for placed text and for a name no field answers to. */
  fieldName: string | null;
  /** Whether the file has the field, or a page where placed text is to stand. */
  isThere: boolean;
}

/** What a template's rows fill, as the stamping engine binds it. */
export interface TemplateTargets {
  /** False when fields take the columns of their own names because no mappings were saved. */
  isMapped: boolean;
  targets: TemplateTarget[];
}

/** Reads stored mappings against a file. Empty mappings count as none; what is to be ignored is left out. */
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

/** The columns of these targets, each once, in their order. */
export function columnsOf(targets: readonly TemplateTarget[]): string[] {
  const columns = new Map<string, string>();
  for (const { column } of targets) {
    if (column !== null && !columns.has(foldHeader(column))) columns.set(foldHeader(column), column);
  }
  return [...columns.values()];
}

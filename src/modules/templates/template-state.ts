import { isPlaced, mappedColumns, parseMappings } from '../../stamping/mappings.ts';
import type { TemplateInventory, TemplateMappings } from '../../stamping/types.ts';
import { formatColumns, parseColumns } from './template-columns.ts';

/** What file and mappings together say about a template. */
export interface TemplateState {
  mappings: TemplateMappings | null;
  /** Fillable fields and placed mappings. */
  targetCount: number;
  /** Columns for a template whose user gave none. */
  derivedColumns: string;
}

/** Reads the mappings against the file's inventory. Throws StampingError MAPPINGS_INVALID. */
export function readState(json: string | null, inventory: TemplateInventory): TemplateState {
  const mappings = json === null ? null : parseMappings(json);
  const placed = Object.values(mappings?.FieldMappings ?? {}).filter(
    (mapping) => typeof mapping === 'object' && isPlaced(mapping),
  );
  return {
    mappings,
    targetCount: inventory.fillable.length + placed.length,
    derivedColumns: formatColumns(mappedColumns(mappings, inventory)),
  };
}

/** Columns as the user gave them, in the form they are kept in. */
export function normalizeColumns(given: string): string {
  return formatColumns(parseColumns(given));
}

import { isPlaced, mappedColumns, parseMappings } from '../../stamping/mappings.ts';
import type { TemplateInventory, TemplateMappings } from '../../stamping/types.ts';
import { formatColumns, parseColumns } from './template-columns.ts';

/** The state of a template that follows from its file and mappings. */
interface TemplateState {
  mappings: TemplateMappings | null;
  /** Fillable fields and placed mappings. */
  targetCount: number;
  /** The columns if the user sets none. */
  derivedColumns: string;
}

/** Throws StampingError MAPPINGS_INVALID. */
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

/** The columns of the user in the stored format. */
export function normalizeColumns(given: string): string {
  return formatColumns(parseColumns(given));
}

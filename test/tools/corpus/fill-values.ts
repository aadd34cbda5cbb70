import type { FieldInfo, TemplateInventory } from '../../../src/stamping/types.ts';

/** One value for every fillable field, in the order of `columns`. */
export interface Filling {
  columns: string[];
  values: string[];
  /** Mappings for a template without fields; null when the columns are the fields. */
  json: string | null;
}

/** Text box on a template without fields, in points from the top left. */
export const placed = { page: 1, x: 20, y: 20, width: 200, height: 20 };

/** Characters outside of WinAnsi, which require an embedded font. */
const nonWinAnsi = 'Żółć';

/** A valid value for every field. */
export function fillAll(inventory: TemplateInventory): Filling {
  if (inventory.fillable.length === 0) {
    const { page: Page, x: X, y: Y, width: Width, height: Height } = placed;
    const mapping = { ColumnHeader: 'Text', Page, X, Y, Width, Height };
    return {
      columns: ['Text'],
      values: [`Anna ${nonWinAnsi}`],
      json: JSON.stringify({ FieldMappings: { Text: mapping } }),
    };
  }
  const byName = new Map(inventory.fields.map((field) => [field.name, field]));
  const values = inventory.fillable.map((name, index) => valueFor(byName.get(name), index));
  return { columns: inventory.fillable, values, json: null };
}

function valueFor(field: FieldInfo | undefined, index: number): string {
  if (field === undefined) return 'yes';
  switch (field.type) {
    case 'checkbox':
    case 'radio':
      return field.options.find(({ value }) => value.trim() !== '')?.value ?? '';
    case 'choice': {
      const options = field.options.filter(({ value }) => value.trim() !== '');
      return options[index % Math.max(options.length, 1)]?.value ?? '';
    }
    default:
      return textFor(field, index);
  }
}

function textFor(field: FieldInfo, index: number): string {
  const text = field.multiline ? 'First line\nsecond line' : index % 5 === 4 ? nonWinAnsi : 'Anna 12';
  return text.slice(0, field.maxLength ?? text.length);
}

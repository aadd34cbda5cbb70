import type { FieldInfo, TemplateInventory } from '../../../src/stamping/types.ts';

/** One value for every field that can be filled, in the order of `columns`. */
export interface Filling {
  columns: string[];
  values: string[];
  /** Mappings for a template without fields; null when the columns are the fields. */
  json: string | null;
}

/** Where text goes on the first page of a template without fields: points from the top left. */
export const placed = { page: 1, x: 20, y: 20, width: 200, height: 20 };

/** Beyond WinAnsi, so that fonts have to be added; others get what every font has. */
const beyond = 'Żółć';

/** Fills every field with something its kind allows. `index` tells which of several options is taken. */
export function fillAll(inventory: TemplateInventory): Filling {
  if (inventory.fillable.length === 0) {
    const { page: Page, x: X, y: Y, width: Width, height: Height } = placed;
    const mapping = { ColumnHeader: 'Text', Page, X, Y, Width, Height };
    return {
      columns: ['Text'],
      values: [`Anna ${beyond}`],
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
  const text = field.multiline ? 'First line\nsecond line' : index % 5 === 4 ? beyond : 'Anna 12';
  return text.slice(0, field.maxLength ?? text.length);
}

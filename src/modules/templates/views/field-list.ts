import type { TemplateInventory } from '../../../stamping/types.ts';
import { readTargets } from './template-targets.ts';
import type { FieldList } from './template-views.schemas.ts';

/** Pages and fields of a template's file. `mapped` is true for fields that the saved mappings fill. */
export function listFields(json: string | null, inventory: TemplateInventory): FieldList {
  const { isMapped, targets } = readTargets(json, inventory);
  const mapped = new Set(isMapped ? targets.map(({ fieldName }) => fieldName) : []);
  return {
    pages: inventory.pages,
    fields: inventory.fields.map((field) => ({ ...field, mapped: mapped.has(field.name) })),
  };
}

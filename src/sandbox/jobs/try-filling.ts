import { compileTemplate } from '../../stamping/compile.ts';
import type { TemplateInventory } from '../../stamping/types.ts';

/**
 * Fills every field once, in both modes, where it harms nobody: the stamping threads work for all accounts and are to
 * meet no template that has not gone through this, within the limits of this process.
 * @throws StampingError with the codes of `compileTemplate`; any other error is a fault of ours.
 */
export async function tryFilling(pdf: Uint8Array, { fillable, fields }: TemplateInventory): Promise<void> {
  const byName = new Map(fields.map((field) => [field.name, field]));
  const values = fillable.map((name) => byName.get(name)?.options[0]?.value ?? 'Ag');
  // Without fields both modes are the same.
  for (const flatten of fillable.length === 0 ? [false] : [false, true]) {
    const compiled = await compileTemplate(pdf, null, { columns: fillable, flatten });
    compiled.stamp(values);
  }
}

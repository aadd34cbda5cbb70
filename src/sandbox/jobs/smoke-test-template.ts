import { compileTemplate } from '../../stamping/compile.ts';
import type { TemplateInventory } from '../../stamping/types.ts';

/**
 * Fills every field once, in both modes, within the limits of the sandbox. The stamping pool is shared by all accounts,
 * so a template that crashes or blocks the stamping engine must fail here, at its upload.
 * @throws StampingError with the codes of `compileTemplate`; any other error is a bug of the stamping engine.
 */
export async function smokeTestTemplate(
  pdf: Uint8Array,
  { fillable, fields }: TemplateInventory,
): Promise<void> {
  const byName = new Map(fields.map((field) => [field.name, field]));
  const values = fillable.map((name) => byName.get(name)?.options[0]?.value ?? 'Ag');
  // Without fields both modes give the same result.
  for (const flatten of fillable.length === 0 ? [false] : [false, true]) {
    const compiled = await compileTemplate(pdf, null, { columns: fillable, flatten });
    compiled.stamp(values);
  }
}

import { compileTemplate } from '../../stamping/compile.ts';
import { StampingError, type TemplateInventory } from '../../stamping/types.ts';

/** Stands in the reason when the engine failed in a way nobody foresaw. */
export const unforeseen = 'has a fault that keeps it from being filled';

/**
 * Fills every field once, in both modes, where it harms nobody: the stamping threads work for all accounts and are to
 * meet no template that has not gone through this, within the limits of this process.
 * @throws StampingError with the codes of `compileTemplate`; PDF_DAMAGED for whatever else goes wrong
 */
export async function tryFilling(pdf: Uint8Array, { fillable, fields }: TemplateInventory): Promise<void> {
  const byName = new Map(fields.map((field) => [field.name, field]));
  const values = fillable.map((name) => byName.get(name)?.options[0]?.value ?? 'Ag');
  try {
    // Without fields both modes are the same.
    for (const flatten of fillable.length === 0 ? [false] : [false, true]) {
      const compiled = await compileTemplate(pdf, null, { columns: fillable, flatten });
      compiled.stamp(values);
    }
  } catch (error) {
    if (error instanceof StampingError) throw error;
    const cause = error instanceof Error ? error.message : String(error);
    throw new StampingError(
      'PDF_DAMAGED',
      `The PDF ${unforeseen} (${cause}). Open it in a PDF program, save it anew and upload that.`,
    );
  }
}

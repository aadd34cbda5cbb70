import { type Field, fieldFlags } from '../pdf/fields.ts';
import { PDFDict, PDFName, PDFNumber } from '../pdf/pdf-lib.ts';
import { type CompileContext, reserve } from './compile-context.ts';
import type { Numbers } from './plan.ts';

/** Makes a field's dictionary an object that each document writes, without the members that change. */
export function prepareFieldDict(
  compileContext: CompileContext,
  field: Field,
  without: readonly string[],
): PDFDict {
  const { dict } = field;
  for (const key of without) dict.delete(PDFName.of(key));
  // Plain text replaces rich text, so the rich text flag is removed (table 228).
  if (field.kind === 'text' && field.flags & fieldFlags.richText) {
    dict.set(PDFName.of('Ff'), PDFNumber.of(field.flags & ~fieldFlags.richText));
  }
  return reserve(compileContext, dict);
}

/** Number and source of a field's dictionary, without the closing brackets. */
export function fieldHead(
  numbers: Numbers,
  _field: Field,
  dict: PDFDict,
): { number: number; source: string } {
  return { number: numbers.numberOf(dict), source: numbers.head(dict) };
}

/** Sets a form XObject that each document writes as the appearance of a shared widget. */
export function setAppearance(compileContext: CompileContext, widget: PDFDict, form: PDFDict): void {
  const states = PDFDict.withContext(compileContext.source.context);
  states.set(PDFName.of('N'), form);
  widget.set(PDFName.of('AP'), states);
  widget.delete(PDFName.of('AS'));
}

import { PDFDict, PDFName, PDFNumber } from 'pdf-lib';
import { type Field, fieldFlags } from '../pdf/fields.ts';
import { type CompileContext, reserve } from './compile-context.ts';
import type { Numbers } from './plan.ts';

/** Makes a field's dictionary one that each document writes, without the members that change. */
export function prepareFieldDict(
  compileContext: CompileContext,
  field: Field,
  without: readonly string[],
): PDFDict {
  const { dict } = field;
  for (const key of without) dict.delete(PDFName.of(key));
  // Plain text replaces rich text, so the field must not promise any (table 228).
  if (field.kind === 'text' && field.flags & fieldFlags.richText) {
    dict.set(PDFName.of('Ff'), PDFNumber.of(field.flags & ~fieldFlags.richText));
  }
  return reserve(compileContext, dict);
}

/** Number and unclosed source of a field's dictionary. */
export function fieldHead(
  numbers: Numbers,
  _field: Field,
  dict: PDFDict,
): { number: number; source: string } {
  return { number: numbers.numberOf(dict), source: numbers.head(dict) };
}

/** Lets a widget show a form XObject that each document writes; the widget itself stays shared. */
export function setAppearance(compileContext: CompileContext, widget: PDFDict, form: PDFDict): void {
  const states = PDFDict.withContext(compileContext.source.context);
  states.set(PDFName.of('N'), form);
  widget.set(PDFName.of('AP'), states);
  widget.delete(PDFName.of('AS'));
}

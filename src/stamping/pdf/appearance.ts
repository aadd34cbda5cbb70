import { isOnHiddenLayer } from './layers.ts';
import { findDict, findNameText, findNumber } from './objects.ts';
import { PDFDict, PDFName, PDFRawStream } from './pdf-lib.ts';

/** The current normal appearance (ISO 32000-1, 12.5.5): the stream itself, or the one that /AS names. */
export function currentAppearance(annotation: PDFDict): PDFRawStream | null {
  const normal = findDict(annotation, 'AP')?.lookup(PDFName.of('N'));
  if (normal instanceof PDFRawStream) return normal;
  const state = findNameText(annotation, 'AS');
  if (!(normal instanceof PDFDict) || state === undefined) return null;
  const form = normal.lookup(PDFName.of(state));
  return form instanceof PDFRawStream ? form : null;
}

/** Flags of invisible annotations (ISO 32000-1, table 165): Hidden and NoView. */
export const unseenFlags = 2 | 32;

/** Whether an annotation is invisible when the document is opened. */
export function isUnseen(annotation: PDFDict): boolean {
  return ((findNumber(annotation, 'F') ?? 0) & unseenFlags) !== 0 || isOnHiddenLayer(annotation);
}

import { bytesOf, formWith, writeRaw } from './raw-pdf.ts';

/** Sources for what real programs write now and then. */
export const DA = '/DA(/Helv 12 Tf 0 g)';
/** The root of a form with these fields. */
export const catalog = (fields: string, more = '') =>
  `<</Type/Catalog/Pages 2 0 R${more}/AcroForm<</Fields[${fields}]${DA}/DR<</Font<</Helv 7 0 R>>>>>>>>`;
/** The page, with these annotations. */
export const page = (annotations: string, more = '') =>
  `<</Type/Page/Parent 2 0 R/Contents 4 0 R/Resources<</Font<</F1 7 0 R>>>>/Annots[${annotations}]${more}>>`;
/** A widget of the page; corners are those of its rectangle. */
export const widget = (members: string, rect = '50 200 250 220') =>
  `<</Type/Annot/Subtype/Widget/Rect[${rect}]/F 4/P 3 0 R${members}>>`;
/** A text field that is its own widget. */
export const text = (members: string, rect?: string) => widget(`/FT/Tx${DA}${members}`, rect);
/** A form XObject, which appearances are. */
export const form = (content: string, members = '/BBox[0 0 20 20]') =>
  `<</Type/XObject/Subtype/Form${members}/Resources<</Font<</F1 7 0 R>>>>/Length ${content.length}>>\nstream\n${content}\nendstream`;
/** The small form with these objects; object 6, its second field, is gone unless given. */
export const pdfWith = (objects: Record<number, string>) =>
  bytesOf(writeRaw(formWith({ 6: 'null', ...objects })));

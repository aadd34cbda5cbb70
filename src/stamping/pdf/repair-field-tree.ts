import type { PdfSource } from './load.ts';
import { findArray, findDict, findNameText, resolve } from './objects.ts';
import type { Page } from './pages.ts';
import { PDFArray, PDFDict, PDFName, type PDFObject, PDFRef } from './pdf-lib.ts';

/**
 * Adds widgets to the Kids of their parent (ISO 32000-1, 12.7.3.1) when it does not list them; viewers find such
 * fields from the widget. Removes them from the roots of the form.
 */
export function repairFieldTree({ catalog, context }: PdfSource, pages: readonly Page[]): void {
  const form = findDict(catalog, 'AcroForm');
  const fields = form && findArray(form, 'Fields');
  const orphans = [fields, ...pages.map(({ dict }) => findArray(dict, 'Annots'))].flatMap(
    (array) => array?.asArray() ?? [],
  );
  const kidsOf = new Map<PDFDict, Set<PDFObject | undefined>>();
  const adopted = new Set<PDFObject | undefined>();
  for (const object of orphans) {
    const widget = resolve(context, object);
    const parent = widget instanceof PDFDict ? findDict(widget, 'Parent') : undefined;
    if (!(widget instanceof PDFDict) || parent === undefined || !(object instanceof PDFRef)) continue;
    if (findNameText(widget, 'Subtype') !== 'Widget' || !mayHaveKids(parent)) continue;
    const known = kidsOf.get(parent) ?? new Set(itemsOf(parent).map((kid) => resolve(context, kid)));
    kidsOf.set(parent, known);
    if (known.has(widget)) continue;
    known.add(widget);
    adopted.add(widget);
    listOf(parent).push(object);
  }
  for (let index = (fields?.size() ?? 0) - 1; index >= 0; index--) {
    if (adopted.has(resolve(context, fields?.get(index)))) fields?.remove(index);
  }
}

/** A field that is not its own widget. */
function mayHaveKids(parent: PDFDict): boolean {
  return parent.has(PDFName.of('T')) && findNameText(parent, 'Subtype') !== 'Widget';
}

function itemsOf(parent: PDFDict): PDFObject[] {
  return findArray(parent, 'Kids')?.asArray() ?? [];
}

function listOf(parent: PDFDict): PDFArray {
  const known = findArray(parent, 'Kids');
  if (known) return known;
  const list = PDFArray.withContext(parent.context);
  parent.set(PDFName.of('Kids'), list);
  return list;
}

/** The members that define the kind of a field (tables 220, 222, 229 and 231). */
const fieldMembers = ['FT', 'Ff', 'MaxLen', 'Opt'];

/** Copies the field members of a widget to a field without a type; false when the widget has none either. */
export function liftMembers(widget: PDFDict, field: PDFDict): boolean {
  if (findNameText(widget, 'FT') === undefined) return false;
  for (const member of fieldMembers) {
    const key = PDFName.of(member);
    const value = widget.get(key);
    if (value !== undefined && !field.has(key)) field.set(key, value);
  }
  return true;
}

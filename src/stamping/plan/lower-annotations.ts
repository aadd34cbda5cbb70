import { placementOf } from '../layout/placement.ts';
import { currentAppearance, isUnseen, unseenFlags } from '../pdf/appearance.ts';
import { findBox, intersect } from '../pdf/boxes.ts';
import { findArray, findNameText, findNumber } from '../pdf/objects.ts';
import { type PDFArray, PDFDict, PDFName, PDFNumber } from '../pdf/pdf-lib.ts';
import { type CompileContext, editOf, formName } from './compile-context.ts';

/**
 * Draws annotations below fields into the page. Annotations are painted over the content in their order (12.5.1), so
 * they would cover the flattened fields.
 */
export function lowerAnnotations(compileContext: CompileContext): void {
  for (const [index, page] of compileContext.pages.entries()) {
    const annotations = findArray(page.dict, 'Annots');
    if (annotations === undefined) continue;
    let operators = '';
    for (const annotation of annotationsBelowFields(annotations)) {
      const form = currentAppearance(annotation);
      const placement = form && placementOf(form, annotation);
      if (!form || !placement) continue;
      operators += `q\n${placement} cm\n/${formName(compileContext, index, form)} Do\nQ\n`;
      annotation.set(PDFName.of('F'), PDFNumber.of((findNumber(annotation, 'F') ?? 0) | unseenFlags));
    }
    if (operators === '') continue;
    const edit = editOf(compileContext, index);
    edit.shared = operators + edit.shared;
  }
}

/** Visible annotations with a field above them, in order. */
function annotationsBelowFields(annotations: PDFArray): PDFDict[] {
  const below: PDFDict[] = [];
  const above: PDFDict[] = [];
  for (let index = annotations.size() - 1; index >= 0; index--) {
    const annotation = annotations.lookup(index);
    if (!(annotation instanceof PDFDict)) continue;
    if (findNameText(annotation, 'Subtype') === 'Widget') above.push(annotation);
    else if (isShown(annotation) && above.some((widget) => overlap(annotation, widget)))
      below.unshift(annotation);
  }
  return below;
}

function isShown(annotation: PDFDict): boolean {
  return !isUnseen(annotation) && findNameText(annotation, 'Subtype') !== 'Popup';
}

function overlap(a: PDFDict, b: PDFDict): boolean {
  const [one, other] = [findBox(a, 'Rect'), findBox(b, 'Rect')];
  return one !== undefined && other !== undefined && intersect(one, other) !== undefined;
}

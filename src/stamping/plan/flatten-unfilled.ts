import { placementOf } from '../layout/placement.ts';
import { readWidgetStyle } from '../layout/widget-style.ts';
import { currentAppearance, isUnseen } from '../pdf/appearance.ts';
import { type Field, pagesOf, type Widget } from '../pdf/fields.ts';
import { findArray, findDict, findNameText } from '../pdf/objects.ts';
import { PDFDict, PDFName } from '../pdf/pdf-lib.ts';
import { type CompileContext, editOf, formName } from './compile-context.ts';
import { lowerAnnotations } from './lower-annotations.ts';

/** Draws fields that no row fills, as they appear in the template, into the shared part of the documents. */
export function flattenUnfilled(compileContext: CompileContext, fields: Iterable<Field>): void {
  for (const field of fields) {
    for (const widget of field.widgets) {
      if (isUnseen(widget.dict)) continue;
      for (const page of pagesOf(widget)) drawUnfilled(compileContext, widget, page);
    }
  }
}

function drawUnfilled(compileContext: CompileContext, { dict }: Widget, page: number): void {
  const form = currentAppearance(dict);
  const placement = form && placementOf(form, dict);
  const edit = editOf(compileContext, page);
  if (form === null) edit.shared += frameOf(dict);
  else if (placement !== null) {
    edit.shared += `q\n${placement} cm\n/${formName(compileContext, page, form)} Do\nQ\n`;
  }
}

/** Viewers draw border and background of a widget without appearances (table 189). */
function frameOf(widget: PDFDict): string {
  const { frame, placed } = readWidgetStyle(widget);
  return frame === '' || findDict(widget, 'AP') !== undefined ? '' : `q\n${placed} cm\n${frame}Q\n`;
}

/** Removes all form fields. Their appearances are page content at this point. */
export function removeFields(compileContext: CompileContext): void {
  lowerAnnotations(compileContext);
  compileContext.source.catalog.delete(PDFName.of('AcroForm'));
  for (const page of compileContext.pages) {
    const annotations = findArray(page.dict, 'Annots');
    for (let index = (annotations?.size() ?? 0) - 1; index >= 0; index--) {
      const annotation = annotations?.lookup(index);
      if (annotation instanceof PDFDict && findNameText(annotation, 'Subtype') === 'Widget') {
        annotations?.remove(index);
      }
    }
  }
}

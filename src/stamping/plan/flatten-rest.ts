import { PDFDict, PDFName, PDFRawStream } from 'pdf-lib';
import { placementOf } from '../layout/placement.ts';
import type { Field } from '../pdf/fields.ts';
import { findArray, findDict, findNameText } from '../pdf/objects.ts';
import { isHidden } from './draw-widget.ts';
import { lowerAnnotations } from './lower-annotations.ts';
import { editOf, formName, type Workspace } from './workspace.ts';

/** Draws fields no row fills as they look in the template, into the part all documents share. */
export function flattenUntouched(workspace: Workspace, fields: Iterable<Field>): void {
  for (const field of fields) {
    for (const widget of field.widgets) {
      const form = currentAppearance(widget.dict);
      if (form === null || widget.page < 0 || isHidden(widget)) continue;
      const placement = placementOf(form, widget.dict);
      if (placement === null) continue;
      const name = formName(workspace, widget.page, form);
      editOf(workspace, widget.page).shared += `q\n${placement} cm\n/${name} Do\nQ\n`;
    }
  }
}

/** The normal appearance in force (ISO 32000-1, 12.5.5): the stream itself, or the one /AS names. */
export function currentAppearance(annotation: PDFDict): PDFRawStream | null {
  const normal = findDict(annotation, 'AP')?.lookup(PDFName.of('N'));
  if (normal instanceof PDFRawStream) return normal;
  const state = findNameText(annotation, 'AS');
  if (!(normal instanceof PDFDict) || state === undefined) return null;
  const form = normal.lookup(PDFName.of(state));
  return form instanceof PDFRawStream ? form : null;
}

/** Takes all form fields out of a document; what they showed is page content by now. */
export function removeFields(workspace: Workspace): void {
  lowerAnnotations(workspace);
  workspace.source.catalog.delete(PDFName.of('AcroForm'));
  for (const page of workspace.pages) {
    const annotations = findArray(page.dict, 'Annots');
    for (let index = (annotations?.size() ?? 0) - 1; index >= 0; index--) {
      const annotation = annotations?.lookup(index);
      if (annotation instanceof PDFDict && findNameText(annotation, 'Subtype') === 'Widget') {
        annotations?.remove(index);
      }
    }
  }
}

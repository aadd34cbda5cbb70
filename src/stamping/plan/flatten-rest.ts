import { PDFDict, PDFName } from 'pdf-lib';
import { placementOf } from '../layout/placement.ts';
import { lookOf } from '../layout/widget-look.ts';
import { currentAppearance, isUnseen } from '../pdf/appearance.ts';
import { type Field, pagesOf, type Widget } from '../pdf/fields.ts';
import { findArray, findDict, findNameText } from '../pdf/objects.ts';
import { lowerAnnotations } from './lower-annotations.ts';
import { editOf, formName, type Workspace } from './workspace.ts';

/** Draws fields no row fills as they look in the template, into the part all documents share. */
export function flattenUntouched(workspace: Workspace, fields: Iterable<Field>): void {
  for (const field of fields) {
    for (const widget of field.widgets) {
      if (isUnseen(widget.dict)) continue;
      for (const page of pagesOf(widget)) drawUntouched(workspace, widget, page);
    }
  }
}

function drawUntouched(workspace: Workspace, { dict }: Widget, page: number): void {
  const form = currentAppearance(dict);
  const placement = form && placementOf(form, dict);
  const edit = editOf(workspace, page);
  if (form === null) edit.shared += frameOf(dict);
  else if (placement !== null) {
    edit.shared += `q\n${placement} cm\n/${formName(workspace, page, form)} Do\nQ\n`;
  }
}

/** A widget without appearances is shown with border and background by viewers that make their own (table 189). */
function frameOf(widget: PDFDict): string {
  const { frame, placed } = lookOf(widget);
  return frame === '' || findDict(widget, 'AP') !== undefined ? '' : `q\n${placed} cm\n${frame}Q\n`;
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

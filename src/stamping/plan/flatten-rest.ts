import { PDFDict, PDFName } from 'pdf-lib';
import { placementOf } from '../layout/placement.ts';
import { lookOf } from '../layout/widget-look.ts';
import { currentAppearance, isUnseen } from '../pdf/appearance.ts';
import type { Field, Widget } from '../pdf/fields.ts';
import { findArray, findDict, findNameText } from '../pdf/objects.ts';
import { lowerAnnotations } from './lower-annotations.ts';
import { editOf, formName, type Workspace } from './workspace.ts';

/** Draws fields no row fills as they look in the template, into the part all documents share. */
export function flattenUntouched(workspace: Workspace, fields: Iterable<Field>): void {
  for (const field of fields) {
    for (const widget of field.widgets) {
      if (widget.page < 0 || isUnseen(widget.dict)) continue;
      const form = currentAppearance(widget.dict);
      if (form === null) {
        drawFrame(workspace, widget);
        continue;
      }
      const placement = placementOf(form, widget.dict);
      if (placement === null) continue;
      const name = formName(workspace, widget.page, form);
      editOf(workspace, widget.page).shared += `q\n${placement} cm\n/${name} Do\nQ\n`;
    }
  }
}

/** A widget without appearances is shown with border and background by viewers that make their own (table 189). */
function drawFrame(workspace: Workspace, widget: Widget): void {
  const { frame, placed } = lookOf(widget.dict);
  if (frame !== '' && findDict(widget.dict, 'AP') === undefined) {
    editOf(workspace, widget.page).shared += `q\n${placed} cm\n${frame}Q\n`;
  }
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

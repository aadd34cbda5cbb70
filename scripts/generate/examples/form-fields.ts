import type {
  PDFField,
  PDFFont,
  PDFForm,
  PDFPage,
  PDFWidgetAnnotation,
} from '../../../src/stamping/pdf/pdf-lib.ts';
import { PDFDict, PDFName, PDFString, rgb, TextAlignment } from '../../../src/stamping/pdf/pdf-lib.ts';
import type { CheckCell, ChoiceCell, RadioCell, SignatureCell, TextCell } from './form-definition.ts';

/** The rectangle of a widget in points of PDF user space (from the bottom left). */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface FieldContext {
  form: PDFForm;
  page: PDFPage;
  font: PDFFont;
}

const ink = rgb(0.07, 0.13, 0.27);
const fontSize = 9.5;

/** Adds a text field, or a further widget of an existing one, which shows the same value. */
export function addTextField({ form, page, font }: FieldContext, cell: TextCell, box: Box): void {
  const found = form.getFields().find((field) => field.getName() === cell.name);
  const field = found === undefined ? form.createTextField(cell.name) : form.getTextField(cell.name);
  if (cell.maxLength !== undefined) field.setMaxLength(cell.maxLength);
  if (cell.comb === true) field.enableCombing();
  if (cell.lines !== undefined) field.enableMultiline();
  if (cell.align === 'right') field.setAlignment(TextAlignment.Right);
  field.addToPage(page, { ...box, font, textColor: ink, borderWidth: 0 });
  field.setFontSize(fontSize);
  finish(field, cell);
  clearBackgrounds(field);
}

/** Adds a drop-down or a list. Stored values differ from labels. */
export function addChoice({ form, page, font }: FieldContext, cell: ChoiceCell, box: Box): void {
  const options = cell.options.map(({ value, label }) => ({
    value: PDFString.of(value),
    display: PDFString.of(label),
  }));
  const field = cell.lines === undefined ? form.createDropdown(cell.name) : form.createOptionList(cell.name);
  if (cell.editable === true && 'enableEditing' in field) field.enableEditing();
  field.acroField.setOptions(options);
  field.addToPage(page, { ...box, font, textColor: ink, borderWidth: 0 });
  field.setFontSize(fontSize);
  finish(field, cell);
  clearBackgrounds(field);
}

/** Adds a check box with the given name of its on-state. */
export function addCheckBox({ form, page }: FieldContext, cell: CheckCell, box: Box): void {
  const field = form.createCheckBox(cell.name);
  field.addToPage(page, { ...box, textColor: ink, borderWidth: 0.8 });
  finish(field, cell);
  for (const widget of field.acroField.getWidgets()) renameState(widget, 'Yes', cell.onState);
}

/** Adds a radio group with one widget per option. */
export function addRadioGroup({ form, page }: FieldContext, cell: RadioCell, boxes: readonly Box[]): void {
  const field = form.createRadioGroup(cell.name);
  cell.options.forEach(({ value }, index) => {
    const box = boxes[index];
    if (box === undefined) throw new Error(`No place for option ${value} of ${cell.name}.`);
    field.addOptionToPage(value, page, { ...box, textColor: ink, borderWidth: 0.8 });
  });
  finish(field, cell);
  if (cell.numberedStates === true) return;
  field.acroField.dict.delete(PDFName.of('Opt'));
  field.acroField.getWidgets().forEach((widget, index) => {
    renameState(widget, String(index), cell.options[index]?.value ?? '');
  });
}

/** Adds an empty signature field. */
export function addSignatureField({ form, page }: FieldContext, cell: SignatureCell, box: Box): void {
  const { context } = page.doc;
  const widget = context.register(
    context.obj({
      Type: 'Annot',
      Subtype: 'Widget',
      FT: 'Sig',
      F: 4,
      Rect: [box.x, box.y, box.x + box.width, box.y + box.height],
      T: PDFString.of(cell.name),
      TU: PDFString.of(cell.label),
      P: page.ref,
    }),
  );
  form.acroForm.addField(widget);
  page.node.addAnnot(widget);
}

function finish(field: PDFField, cell: { label: string; required?: boolean }): void {
  field.acroField.dict.set(PDFName.of('TU'), PDFString.of(cell.label));
  if (cell.required === true) field.enableRequired();
}

/** Widgets are transparent, because the page has the boxes. */
function clearBackgrounds(field: PDFField): void {
  for (const widget of field.acroField.getWidgets()) {
    const look = widget.getAppearanceCharacteristics()?.dict;
    look?.delete(PDFName.of('BG'));
    look?.delete(PDFName.of('BC'));
  }
}

/** Renames the on-state that pdf-lib chose: real forms have various names. */
function renameState(widget: PDFWidgetAnnotation, from: string, to: string): void {
  const states = widget.getAppearances()?.normal;
  if (!(states instanceof PDFDict)) throw new Error('A button without states.');
  const look = states.get(PDFName.of(from));
  if (look === undefined) throw new Error(`A button without the state ${from}.`);
  states.delete(PDFName.of(from));
  states.set(PDFName.of(to), look);
}

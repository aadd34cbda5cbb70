import {
  PDFCheckBox,
  PDFDocument,
  PDFDropdown,
  PDFOptionList,
  PDFRadioGroup,
  PDFTextField,
} from '../../../src/stamping/pdf/pdf-lib.ts';
import type { FieldInfo } from '../../../src/stamping/types.ts';

/** A value that was filled into a field. */
export interface FilledField {
  name: string;
  value: string;
  info: FieldInfo | undefined;
}

/** Reads the values with pdf-lib and describes those that differ. Ignores fields that pdf-lib does not find in the template. */
export async function readWithPdfLib(
  { template, output }: Record<'template' | 'output', Uint8Array>,
  filled: readonly FilledField[],
): Promise<string[]> {
  const known = (await PDFDocument.load(template, { updateMetadata: false })).getForm().getFields();
  const names = new Set(known.map((field) => field.getName()));
  const form = (await PDFDocument.load(output, { updateMetadata: false })).getForm();
  const fields = new Map(form.getFields().map((field) => [field.getName(), field]));
  const wrong: string[] = [];
  for (const { name, value, info } of filled) {
    if (!names.has(name)) continue;
    const field = fields.get(name);
    const read = field === undefined ? 'no such field' : readField(field);
    if (!isSame(read, value, info))
      wrong.push(`${name}: ${JSON.stringify(read)} instead of ${JSON.stringify(value)}`);
  }
  return wrong;
}

function readField(field: unknown): string | boolean | string[] | undefined {
  if (field instanceof PDFTextField) return field.getText() ?? '';
  if (field instanceof PDFCheckBox) return field.isChecked();
  if (field instanceof PDFRadioGroup) return field.getSelected() ?? '';
  if (field instanceof PDFDropdown || field instanceof PDFOptionList) return field.getSelected();
  return undefined;
}

function isSame(
  read: string | boolean | string[] | undefined,
  value: string,
  info: FieldInfo | undefined,
): boolean {
  if (read === undefined || info === undefined) return true;
  if (typeof read === 'boolean') return read === (value !== '');
  if (Array.isArray(read)) return value === '' ? read.every((text) => text === '') : read[0] === value;
  return read === value || (info.type === 'radio' && value !== '' && read !== '');
}

/** Fills the template with pdf-lib, as far as pdf-lib can. Null if it fails. */
export async function fillWithPdfLib(
  pdf: Uint8Array,
  filled: readonly FilledField[],
): Promise<Uint8Array | null> {
  try {
    const document = await PDFDocument.load(pdf, { updateMetadata: false });
    const form = document.getForm();
    for (const { name, value } of filled) {
      try {
        fillField(form.getField(name), value);
      } catch {
        // A field that pdf-lib cannot fill stays empty and is not compared.
      }
    }
    return await document.save();
  } catch {
    return null;
  }
}

function fillField(field: unknown, value: string): void {
  if (value === '') return;
  if (field instanceof PDFTextField) field.setText(value);
  else if (field instanceof PDFCheckBox) field.check();
  else if (field instanceof PDFRadioGroup || field instanceof PDFDropdown || field instanceof PDFOptionList)
    field.select(value);
}

import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { inspectTemplate } from '../../src/stamping/inspect.ts';
import { PDFCheckBox, PDFDocument, type PDFForm, PDFTextField } from '../../src/stamping/pdf/pdf-lib.ts';

/** A form to measure with, and values for each of its text fields and check boxes. */
export interface Form {
  name: string;
  pdf: Buffer;
  columns: string[];
  /** The values of a row, in the order of `columns`; each row has others. */
  row: (index: number) => string[];
}

export const formOf60Fields = path.join(import.meta.dirname, '../fixtures/pdf/agreement-60-fields.pdf');

export async function readForm(file: string): Promise<Form> {
  const pdf = await readFile(file);
  const { fields, fieldCount } = await inspectTemplate(pdf, { maxPages: 100 });
  // A box with several on-states takes one of their names, not yes.
  const fillable = fields.filter(
    ({ type, options }) => type === 'text' || (type === 'checkbox' && options.length < 2),
  );
  const filled = new Map(fillable.map((field) => [field.name, field]));
  const columns = [...filled.keys()];
  const row = (index: number) =>
    [...filled.values()].map(({ type, maxLength }, column) => {
      if (type === 'checkbox') return (index + column) % 3 === 0 ? 'yes' : '';
      const value = `Row ${index}, value ${column}`;
      return maxLength === null || maxLength === 0 ? value : value.slice(0, maxLength);
    });
  return { name: `form of ${fieldCount} fields`, pdf, columns, row };
}

/** The first `count` rows as CSV; the values hold commas, so each is quoted. */
export function toCsv({ columns, row }: Form, count: number): string {
  const line = (values: readonly string[]) =>
    values.map((value) => (value === '' ? '' : `"${value.replaceAll('"', '""')}"`)).join(',');
  const lines = [line(columns)];
  for (let index = 0; index < count; index++) lines.push(line(row(index)));
  return lines.join('\n');
}

/** The usual way: load, fill and save the whole form for each row. */
export async function fillByLibrary(
  form: Form,
  job: { from: number; count: number; flatten: boolean },
): Promise<Uint8Array[]> {
  const documents: Uint8Array[] = [];
  for (let index = job.from; index < job.from + job.count; index++) {
    const document = await PDFDocument.load(form.pdf);
    const fields = document.getForm();
    for (const [column, value] of form.row(index).entries()) {
      setField(fields, form.columns[column] ?? '', value);
    }
    if (job.flatten) fields.flatten();
    documents.push(await document.save());
  }
  return documents;
}

function setField(fields: PDFForm, name: string, value: string): void {
  const field = fields.getField(name);
  if (field instanceof PDFTextField) field.setText(value);
  else if (field instanceof PDFCheckBox && value !== '') field.check();
}

/** A wrong file must not count as fast: every value must read back. */
export async function checkDocument(form: Form, index: number, pdf: Uint8Array): Promise<void> {
  const fields = (await PDFDocument.load(pdf)).getForm();
  for (const [column, value] of form.row(index).entries()) {
    const field = fields.getField(form.columns[column] ?? '');
    const read =
      field instanceof PDFTextField
        ? (field.getText() ?? '')
        : field instanceof PDFCheckBox && field.isChecked()
          ? 'yes'
          : '';
    if (read !== value) throw new Error(`Row ${index}, ${form.columns[column]}: "${read}", not "${value}".`);
  }
}

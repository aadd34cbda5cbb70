import { PDFDocument } from '../../../src/stamping/pdf/pdf-lib.ts';

/** A one-page form with these text fields. */
export async function formPdf(fields: readonly string[]): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  const page = pdf.addPage([400, 60 + fields.length * 40]);
  for (const [index, name] of fields.entries()) {
    const field = pdf.getForm().createTextField(name);
    field.addToPage(page, { x: 20, y: 20 + index * 40, width: 300, height: 24 });
  }
  return pdf.save();
}

/** The values of a filled form, by field. */
export async function fieldTexts(pdf: Uint8Array): Promise<Record<string, string>> {
  const form = (await PDFDocument.load(pdf)).getForm();
  return Object.fromEntries(
    form.getFields().map((field) => [field.getName(), form.getTextField(field.getName()).getText() ?? '']),
  );
}

import { PageSizes, PDFDocument, StandardFonts } from '../../../src/stamping/pdf/pdf-lib.ts';
import type { TextCell } from './form-definition.ts';
import { firstPage, secondPage } from './form-definition.ts';
import type { PageContext } from './form-page.ts';
import { drawBand, drawFooter, drawSection } from './form-page.ts';

/** A fixed date, so that every run produces the same bytes. */
const madeAt = new Date('2026-11-27T12:00:00Z');

const company = 'Northfield Equipment Hire\n14 Quarry Lane, 99089 Northfield\nhire@northfield.example';

/** The blank agreement: two pages, an AcroForm with fields of every kind. */
export async function makeForm(): Promise<Uint8Array> {
  const document = await PDFDocument.create({ updateMetadata: false });
  document.setTitle('Equipment rental agreement', { showInWindowTitleBar: true });
  document.setAuthor('Northfield Equipment Hire');
  document.setLanguage('en');
  document.setCreationDate(madeAt);
  document.setModificationDate(madeAt);
  const plain = await document.embedFont(StandardFonts.Helvetica);
  const bold = await document.embedFont(StandardFonts.HelveticaBold);
  const form = document.getForm();
  const newPage = (): PageContext => ({
    form,
    page: document.addPage(PageSizes.A4),
    font: plain,
    fonts: { plain, bold },
  });

  const first = newPage();
  let y = drawBand(first, { title: 'Equipment rental agreement', note: company, height: 66 }) - 20;
  for (const section of firstPage) y = drawSection(first, section, y);
  drawFooter(first, 'Fields marked * are required.   Page 1 of 2');

  const second = newPage();
  y = drawBand(second, { title: 'Payment, declarations, signatures', note: '', height: 40 }) - 14;
  y = drawSection(second, { title: 'Agreement', rows: [[numberAgain, nameAgain]] }, y);
  for (const section of secondPage) y = drawSection(second, section, y);
  drawFooter(second, 'Equipment rental agreement   Page 2 of 2');

  return document.save();
}

/** Further widgets of fields on page 1. */
const numberAgain: TextCell = {
  kind: 'text',
  name: 'agreement.number',
  label: 'Agreement no.',
  span: 4,
  maxLength: 14,
  required: true,
};

const nameAgain: TextCell = {
  kind: 'text',
  name: 'customer.name',
  label: 'Customer',
  span: 8,
  required: true,
};

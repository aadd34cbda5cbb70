import { readFile } from 'node:fs/promises';
import path from 'node:path';
import ExcelJS, { type DataValidation, type Worksheet } from 'exceljs';
import { startTestApp } from '../support/app.ts';
import { signIn } from '../support/login.ts';
import { makeForm, readArchive } from '../support/stamping/harness.ts';
import { createTemplate, sendForm, untilTidy } from '../support/templates.ts';

const EXAMPLES = path.join(import.meta.dirname, '../../examples');

const api = await startTestApp({ name: 'template-views-sheet' });
const owner = await signIn(api);
afterEach(() => untilTidy(api));

const getSheet = (publicId: string) =>
  api.app.inject({ url: `/api/templates/${publicId}/sheet.xlsx`, headers: owner.headers });

async function upload(pdf: Uint8Array, fields: Record<string, string> = {}): Promise<string> {
  const texts = Object.entries({ name: 'Größe "1"', ...fields }).map(([name, value]) => ({ name, value }));
  const parts = [{ name: 'file', value: pdf, filename: 'form.pdf' }, ...texts];
  const response = await sendForm(api, owner, { parts });
  if (response.statusCode !== 200) throw new Error(response.body);
  return response.json().publicId;
}

/** Sends a sheet to the stamp, unchanged, as a user would. */
async function stampBack(publicId: string, sheet: Uint8Array) {
  const parts = [
    { name: 'templateId', value: publicId },
    { name: 'file', value: sheet, filename: 'sheet.xlsx' },
  ];
  const response = await sendForm(api, owner, { url: '/api/stamper/stamp', parts });
  if (response.statusCode !== 200) throw new Error(response.body);
  const names = (await readArchive(response.rawPayload)).map(({ name }) => name);
  return { names, warnings: response.headers['stamp-warnings'] };
}

async function openSheet(bytes: Buffer): Promise<{ rows: Worksheet; options: Worksheet | undefined }> {
  const workbook = new ExcelJS.Workbook();
  await workbook.xlsx.load(new Uint8Array(bytes).buffer);
  const [rows, options] = workbook.worksheets;
  if (!rows) throw new Error('no worksheet');
  return { rows, options };
}

const headersOf = (rows: Worksheet) => (rows.getRow(1).values as string[]).slice(1);
const columnOf = (rows: Worksheet, header: string) => headersOf(rows).indexOf(header) + 1;
const headerCell = (rows: Worksheet, header: string) => rows.getCell(1, columnOf(rows, header));
const exampleCell = (rows: Worksheet, header: string) => rows.getCell(2, columnOf(rows, header));
const noteOf = (rows: Worksheet, header: string) => {
  const { note } = headerCell(rows, header);
  return typeof note === 'string' ? note : (note?.texts ?? []).map(({ text }) => text).join('');
};

/** The drop-down of a column, and the texts of the range it names. */
function choicesOf({ rows, options }: { rows: Worksheet; options: Worksheet | undefined }, header: string) {
  const { model } = (rows as unknown as { dataValidations: { model: Record<string, DataValidation> } })
    .dataValidations;
  const { letter } = rows.getColumn(columnOf(rows, header));
  // The library reads ranges into a rule for each cell.
  const validation = model[`${letter}2`];
  const [, column, last] =
    /^Options!\$([A-Z]+)\$1:\$[A-Z]+\$(\d+)$/.exec(String(validation?.formulae?.[0])) ?? [];
  if (validation === undefined || column === undefined) return null;
  const texts = Array.from(
    { length: Number(last) },
    (_, row) => options?.getCell(`${column}${row + 1}`).value,
  );
  return { style: validation.errorStyle, texts };
}

describe('the sheet of the example form', () => {
  let publicId: string;
  let response: Awaited<ReturnType<typeof getSheet>>;
  let sheet: Awaited<ReturnType<typeof openSheet>>;

  beforeAll(async () => {
    const pdf = await readFile(path.join(EXAMPLES, 'form.pdf'));
    publicId = await upload(pdf, { json: await readFile(path.join(EXAMPLES, 'mappings.json'), 'utf8') });
    response = await getSheet(publicId);
    sheet = await openSheet(response.rawPayload);
  });

  test('is a download with the name of the template', () => {
    expect(response.headers['content-type']).toBe(
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    );
    expect(response.headers['content-disposition']).toContain("filename*=UTF-8''Gr%C3%B6%C3%9Fe");
  });

  test('has the columns of the template as its header', async () => {
    const { columns } = (
      await api.app.inject({ url: `/api/templates/${publicId}`, headers: owner.headers })
    ).json();
    expect(headersOf(sheet.rows).join(',')).toBe(columns);
    expect(sheet.options?.state).toBe('hidden');
  });

  test('can be stamped unchanged and creates one document without a warning', async () => {
    expect(await stampBack(publicId, response.rawPayload)).toEqual({
      names: ['output_1.pdf'],
      warnings: '0',
    });
  });

  test('marks only required columns', () => {
    const color = (header: string) =>
      (headerCell(sheet.rows, header).fill as ExcelJS.FillPattern).fgColor?.argb;
    expect(color('Agreement No')).not.toBe(color('Postcode'));
    expect(noteOf(sheet.rows, 'Agreement No')).toContain('Required');
    expect(noteOf(sheet.rows, 'Postcode')).not.toContain('Required');
  });

  test('dates have the format of the mapping if a stamp reads it back', () => {
    const cell = exampleCell(sheet.rows, 'Agreement Date');
    expect(cell.value).toBeInstanceOf(Date);
    expect(cell.numFmt).toBe('dd.mm.yyyy');
    expect(sheet.rows.getColumn(columnOf(sheet.rows, 'Agreement Date')).numFmt).toBe('dd.mm.yyyy');
  });

  test('text is text, including leading zeros', () => {
    expect(exampleCell(sheet.rows, 'Postcode').numFmt).toBe('@');
  });

  test('options are drop-down lists', () => {
    const country = choicesOf(sheet, 'Country');
    expect(country?.texts.length).toBeGreaterThan(2);
    expect(country?.texts).toContain(exampleCell(sheet.rows, 'Country').value);
    expect(choicesOf(sheet, 'Postcode')).toBeNull();
  });
});

describe('columns', () => {
  const json = (FieldMappings: object) => JSON.stringify({ FieldMappings });
  const form = () =>
    makeForm((pdfForm, add) => {
      for (const name of ['Name', 'City', 'Amount', 'Due']) add(pdfForm.createTextField(name));
      add(pdfForm.createCheckBox('Paid'));
    });

  test('check boxes accept yes or no, and numbers and dates have the format of the mapping', async () => {
    const FieldMappings = {
      Paid: 'Paid?',
      Amount: { ColumnHeader: 'Sum', Format: 'Currency' },
      Due: { ColumnHeader: 'Due on', Format: 'Date', FormatPattern: 'd/m/yy' },
    };
    const publicId = await upload(await form(), { json: json(FieldMappings) });
    const { rawPayload } = await getSheet(publicId);
    const sheet = await openSheet(rawPayload);
    expect(choicesOf(sheet, 'Paid?')).toEqual({ style: 'stop', texts: ['yes', 'no'] });
    expect(exampleCell(sheet.rows, 'Sum')).toMatchObject({ value: 1234.5, numFmt: '#,##0.00' });
    // Read back, 4/3/26 would be the third of April.
    expect(exampleCell(sheet.rows, 'Due on').numFmt).toBe('yyyy-mm-dd');
    expect(await stampBack(publicId, rawPayload)).toEqual({ names: ['output_1.pdf'], warnings: '0' });
  });

  test.each([
    [
      'the given ones, and what a row must have',
      {
        columns: 'City, Name,City',
        json: json({ Name: 'Name', City: 'City', Due: { ColumnHeader: 'Due on', Required: true } }),
      },
      ['City', 'Name', 'Due on'],
    ],
    [
      'given ones that fill nothing: the others too',
      { columns: 'Number', json: json({ Name: 'Who' }) },
      ['Number', 'Who'],
    ],
    ['no mappings: the fields', {}, ['Name', 'City', 'Amount', 'Due', 'Paid']],
    [
      'an item without a field is left out',
      {
        json: json({ Name: 'Who', Gone: 'x', City: { ValueType: 'Static', StaticValue: 'y' } }),
        columns: 'Who',
      },
      ['Who'],
    ],
  ])('%s', async (_, fields, headers) => {
    const publicId = await upload(await form(), fields);
    const { rawPayload } = await getSheet(publicId);
    expect(headersOf((await openSheet(rawPayload)).rows)).toEqual(headers);
    expect((await stampBack(publicId, rawPayload)).names).toEqual(['output_1.pdf']);
  });
});

test.each([
  '01-hierarchical-names.pdf',
  '03-checkbox-states.pdf',
  '05-choice-fields.pdf',
  '06-comb-maxlen.pdf',
  '11b-widget-without-appearance.pdf',
  '18-multiline-autosize.pdf',
  'agreement-60-fields.pdf',
])('the sheet of %s can be stamped and creates one document', async (pdf) => {
  const { publicId } = await createTemplate(api, owner, { pdf });
  const response = await getSheet(publicId);
  expect(response.statusCode).toBe(200);
  expect((await stampBack(publicId, response.rawPayload)).names).toEqual(['output_1.pdf']);
});

test('text that must not overflow gets an example that fits', async () => {
  const pdf = await makeForm((form, add) => {
    const code = form.createTextField('Code');
    code.setMaxLength(3);
    add(code);
  });
  const json = JSON.stringify({
    FieldMappings: { Code: { ColumnHeader: 'Code', FontSize: 200, Overflow: 'error' } },
  });
  const publicId = await upload(pdf, { json });
  const { rawPayload } = await getSheet(publicId);
  const { value } = exampleCell((await openSheet(rawPayload)).rows, 'Code');
  expect(String(value).length).toBe(1);
  expect((await stampBack(publicId, rawPayload)).names).toEqual(['output_1.pdf']);
});

describe('no sheet', () => {
  const bare = () => makeForm(() => undefined);
  const rejection = async (publicId: string) => {
    const response = await getSheet(publicId);
    return [response.statusCode, response.json().code];
  };

  test('for a template without anything to fill', async () => {
    expect(await rejection(await upload(await bare()))).toEqual([400, 'TEMPLATE_HAS_NO_TARGETS']);
  });

  test('for a template without columns', async () => {
    const FieldMappings = { Place: { StaticValue: 'x', ValueType: 'Static', Page: 1, X: 1, Y: 1 } };
    const json = JSON.stringify({ FieldMappings });
    expect(await rejection(await upload(await bare(), { json }))).toEqual([400, 'TEMPLATE_HAS_NO_TARGETS']);
  });

  test('for a template with more columns than a table can have', async () => {
    const { publicId } = await createTemplate(api, owner, {
      columns: Array.from({ length: 501 }, (_, index) => `c${index}`).join(','),
    });
    expect(await rejection(publicId)).toEqual([400, 'TABLE_TOO_LARGE']);
  });
});

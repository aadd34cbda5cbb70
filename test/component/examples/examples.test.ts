import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { makeForm } from '../../../scripts/generate/examples/form.ts';
import { makeRentals } from '../../../scripts/generate/examples/rows.ts';
import { makeCsv, makeWorkbook } from '../../../scripts/generate/examples/workbook.ts';
import { inspectTemplate } from '../../../src/stamping/inspect.ts';
import { mappedColumns, parseMappings } from '../../../src/stamping/mappings.ts';
import { openTable } from '../../../src/tables/open-table.ts';
import { readZip } from '../../support/read-zip.ts';

const example = (name: string) => path.join(import.meta.dirname, '../../../examples', name);
const readJson = async (name: string) => JSON.parse(await readFile(example(name), 'utf8'));

async function readTable(name: string) {
  const table = await openTable(example(name));
  const rows: string[][] = [];
  for await (const batch of table.rows) rows.push(...batch.map((row) => row.values));
  return { columns: table.columns, rows };
}

describe('the committed examples are what the script makes', () => {
  test('form.pdf, byte for byte', async () => {
    expect(Buffer.compare(await readFile(example('form.pdf')), await makeForm())).toBe(0);
  });

  test('rows.csv, byte for byte', async () => {
    expect(await readFile(example('rows.csv'), 'utf8')).toBe(makeCsv(makeRentals()));
  });

  test('rows.xlsx, part by part (the archive itself holds the time it was made)', async () => {
    const made = await readZip(Buffer.from(await makeWorkbook(makeRentals())));
    expect(await readZip(await readFile(example('rows.xlsx')))).toEqual(made);
  });
});

test('the workbook and the CSV show the same 200 rows', async () => {
  const [workbook, csv] = [await readTable('rows.xlsx'), await readTable('rows.csv')];
  expect(csv.rows).toHaveLength(200);
  expect(workbook).toEqual(csv);
});

test('the form has two pages and 25 or more fields of every kind', async () => {
  const inventory = await inspectTemplate(await readFile(example('form.pdf')), { maxPages: 10 });
  expect(inventory.pageCount).toBe(2);
  expect(inventory.fieldCount).toBeGreaterThanOrEqual(25);
  expect(new Set(inventory.fields.map((field) => field.type))).toEqual(
    new Set(['text', 'checkbox', 'radio', 'choice', 'signature']),
  );
});

test('the mappings name every field of the form and only columns of the table', async () => {
  const inventory = await inspectTemplate(await readFile(example('form.pdf')), { maxPages: 10 });
  const mappings = parseMappings(await readFile(example('mappings.json'), 'utf8'));
  const placed = ['Form number', 'Prepared by'];
  expect(new Set(Object.keys(mappings.FieldMappings))).toEqual(new Set([...inventory.fillable, ...placed]));
  const { columns } = await readTable('rows.csv');
  expect(new Set(mappedColumns(mappings, inventory))).toEqual(new Set(columns));
});

test('the workflow fills only columns of the table', async () => {
  const { columns } = await readTable('rows.csv');
  const { stepsJson } = await readJson('workflow.json');
  const types = stepsJson.nodes.map((node: { type: string }) => node.type);
  expect(types).toEqual(['webhookTrigger', 'composeNode', 'selectNode', 'templateNode']);
  expect(columns).toEqual(expect.arrayContaining(Object.keys(stepsJson.nodes[3].data.fieldMappings)));
});

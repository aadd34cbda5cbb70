import { readFile } from 'node:fs/promises';
import {
  fieldsOf,
  makeForm,
  readArchive,
  simpleForm,
  TEMPLATE_ID,
  withStamping,
} from '../../support/stamping/harness.ts';
import { makeXlsx } from '../../support/tables/make-xlsx.ts';

const xlsx = (name: string) => readFile(new URL(`../../fixtures/xlsx/${name}`, import.meta.url));
const csv = (name: string) => readFile(new URL(`../../fixtures/csv/${name}`, import.meta.url));
const textForm = (names: string[]) =>
  makeForm((form, add) => {
    for (const name of names) add(form.createTextField(name));
  });

test('a row becomes a document, and each is counted once', async () => {
  await withStamping({}, async ({ service, request, usage }) => {
    const { archive, warnings } = await service.stamp(await request('Name,City\nAnna,Bergen\n\nBert,Lund\n'));
    const entries = await readArchive(archive);
    expect(entries.map((entry) => entry.name)).toEqual(['output_1.pdf', 'output_2.pdf']);
    expect(await Promise.all(entries.map((entry) => fieldsOf(entry.bytes)))).toMatchObject([
      { Name: 'Anna', City: 'Bergen' },
      { Name: 'Bert', City: 'Lund' },
    ]);
    expect(warnings).toBe(0);
    expect(usage).toEqual([
      expect.objectContaining({ userId: 7, actions: 2, templatePublicId: TEMPLATE_ID }),
    ]);
  });
});

test('an XLSX fills as a person sees its cells, error cells are blank and counted as warnings', async () => {
  const pdf = await textForm(['Name', 'Total', 'Due', 'Broken', 'Flag']);
  await withStamping({ pdf }, async ({ service, request }) => {
    const { archive, warnings } = await service.stamp(await request(await xlsx('03-formulas-cached.xlsx')));
    const [first] = await readArchive(archive);
    expect(await fieldsOf(first?.bytes ?? new Uint8Array())).toMatchObject({
      Name: 'N2',
      Total: '3',
      Due: '2026-03-01',
      Flag: 'TRUE',
    });
    // Four error cells, and the columns Qty, Price, Label and EmptyStr that fill nothing.
    expect(warnings).toBe(8);
  });
});

test('a date format reads the day that a cell holds, and not what its text may mean elsewhere', async () => {
  const pdf = await textForm(['Day', 'Shown', 'Always']);
  const json = JSON.stringify({
    FieldMappings: {
      Day: { ColumnHeader: 'Born', Format: 'Date', FormatPattern: 'd mmmm yyyy' },
      Shown: 'Born',
      Always: { ValueType: 'Static', StaticValue: '02/03/2026', Format: 'Date' },
    },
  });
  const styles =
    '<numFmts><numFmt numFmtId="170" formatCode="dd/mm/yyyy"/></numFmts><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="170"/></cellXfs>';
  const xml = '<row><c t="str"><v>Born</v></c></row><row><c s="1"><v>46082</v></c></row>';
  const sheet = await makeXlsx({ sheets: [{ xml }], styles });
  await withStamping({ pdf, json }, async ({ service, request }) => {
    const { archive, warnings } = await service.stamp(await request(sheet));
    const [first] = await readArchive(archive);
    const fields = await fieldsOf(first?.bytes ?? new Uint8Array());
    expect(fields).toEqual({ Day: '1 March 2026', Shown: '01/03/2026', Always: '2026-02-03' });
    // Of the fixed text, which may be read in two ways.
    expect(warnings).toBe(1);
    const { items } = (await service.check(await request(sheet))).warnings;
    expect(items).toMatchObject([{ code: 'FORMAT_AMBIGUOUS', column: 'Always' }]);
  });
});

test('many rows on several threads keep their order and their values', async () => {
  await withStamping({}, async ({ service, request }) => {
    const rows = Array.from({ length: 1_234 }, (_, i) => `Person ${i},Town ${i}`);
    const { archive } = await service.stamp(await request(`Name,City\n${rows.join('\n')}`));
    const entries = await readArchive(archive);
    expect(entries.map((entry) => entry.name)).toEqual(rows.map((_, i) => `output_${i + 1}.pdf`));
    for (const i of [0, 99, 100, 777, 1_233]) {
      expect(await fieldsOf(entries[i]?.bytes ?? new Uint8Array())).toMatchObject({ Name: `Person ${i}` });
    }
  });
});

test('the same table gives the same archive, byte for byte', async () => {
  await withStamping({}, async ({ service, request }) => {
    const stamp = async () =>
      readArchive((await service.stamp(await request('Name\nAnna\nŁukasz\n'))).archive);
    expect(await stamp()).toEqual(await stamp());
  });
});

test('names of the pattern are unique and no row takes the own name of another', async () => {
  await withStamping({ namingPattern: '[Name]' }, async ({ service, request }) => {
    const { archive } = await service.stamp(await request('Name\nAnna\nanna\nAnna_2\nA/B\n'));
    const names = (await readArchive(archive)).map((entry) => entry.name);
    expect(names).toEqual(['Anna.pdf', 'anna_3.pdf', 'Anna_2.pdf', 'AB.pdf']);
  });
});

test('the naming pattern of the request wins', async () => {
  await withStamping({ namingPattern: '[Name]' }, async ({ service, request }) => {
    const { archive } = await service.stamp(
      await request('Name,City\nAnna,Oslo\n', { namingPattern: 'To [City]' }),
    );
    expect((await readArchive(archive)).map((entry) => entry.name)).toEqual(['To_Oslo.pdf']);
  });
});

test('a row that cannot be stamped rejects the whole request before the first byte, naming row and column', async () => {
  await withStamping({}, async ({ service, request, usage }) => {
    const stamp = service.stamp(await request('Name,Zip\nAnna,12345\n\nBert,123456\n'));
    await expect(stamp).rejects.toMatchObject({
      code: 'ROWS_INVALID',
      paths: [{ path: 'row 4, column Zip', message: expect.stringContaining('TEXT_TOO_LONG') }],
    });
    expect(usage).toEqual([]);
  });
});

test('with onError=skip such a row is left out and reported in errors.csv, and the numbering goes on', async () => {
  await withStamping({}, async ({ service, request, usage }) => {
    const table = 'Name,Zip\nAnna,12345\nBert,=123456\nCarl,1\n';
    const { archive } = await service.stamp(await request(table, { onError: 'skip' }));
    const entries = await readArchive(archive);
    expect(entries.map((entry) => entry.name)).toEqual(['output_1.pdf', 'output_3.pdf', 'errors.csv']);
    const lines = entries[2]?.bytes.toString().trim().split('\r\n') ?? [];
    expect(lines[0]).toBe('row,column,value,code,message');
    expect(lines[1]).toMatch(/^3,Zip,'=123456,TEXT_TOO_LONG,/);
    expect(usage).toEqual([expect.objectContaining({ actions: 2 })]);
  });
});

test('with onError=skip and no problem the archive holds the documents and nothing else', async () => {
  await withStamping({}, async ({ service, request }) => {
    const { archive } = await service.stamp(await request('Name\nAnna\n', { onError: 'skip' }));
    expect((await readArchive(archive)).map((entry) => entry.name)).toEqual(['output_1.pdf']);
  });
});

test.each([
  ['no data rows', 'Name,City\n', 'TABLE_EMPTY'],
  ['no bytes', '', 'TABLE_EMPTY'],
  ['no known column', 'Foo,Bar\n1,2\n', 'TABLE_NO_KNOWN_COLUMN'],
  ['a header twice', 'Name,Name\n1,2\n', 'TABLE_COLUMN_DUPLICATE'],
  ['an open quote', 'Name,City\n"Anna,Oslo\n', 'TABLE_QUOTE_UNBALANCED'],
  ['a PDF', '%PDF-1.7\n', 'TABLE_UNSUPPORTED_FORMAT'],
])('a data file with %s is rejected', async (_, table, code) => {
  await withStamping({}, async ({ service, request }) => {
    await expect(service.stamp(await request(table))).rejects.toMatchObject({ code, status: 400 });
  });
});

test('a bomb is rejected', async () => {
  await withStamping({}, async ({ service, request }) => {
    const stamp = service.stamp(await request(await xlsx('32-zip-bomb-256MiB.xlsx')));
    await expect(stamp).rejects.toMatchObject({ code: 'TABLE_TOO_LARGE', status: 400 });
  });
});

test('mappings without any known column are rejected, static ones alone are not', async () => {
  const mapped = JSON.stringify({ FieldMappings: { Name: 'Customer' } });
  await withStamping({ json: mapped }, async ({ service, request }) => {
    const stamp = service.stamp(await request('Foo\nx\n'));
    await expect(stamp).rejects.toMatchObject({ code: 'TABLE_NO_KNOWN_COLUMN' });
  });
  const fixed = JSON.stringify({ FieldMappings: { Name: { ValueType: 'Static', StaticValue: 'Same' } } });
  await withStamping({ json: fixed }, async ({ service, request }) => {
    const { archive } = await service.stamp(await request('Foo\nx\n'));
    const [first] = await readArchive(archive);
    expect(await fieldsOf(first?.bytes ?? new Uint8Array())).toMatchObject({ Name: 'Same' });
  });
});

test('a template with nothing to fill is rejected', async () => {
  const pdf = await makeForm(() => {});
  await withStamping({ pdf }, async ({ service, request }) => {
    const stamp = service.stamp(await request('Name\nAnna\n'));
    await expect(stamp).rejects.toMatchObject({ code: 'TEMPLATE_HAS_NO_TARGETS', status: 400 });
  });
});

test('an unknown template is not found', async () => {
  await withStamping({}, async ({ service, request }) => {
    const stamp = service.stamp(await request('Name\nAnna\n', { templateId: 'tpl_other' }));
    await expect(stamp).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

test('an archive beyond all measure is rejected before it begins', async () => {
  await withStamping({ pdf: await simpleForm(), archiveBytes: 2_000 }, async ({ service, request }) => {
    const stamp = service.stamp(await request(`Name\n${'x\n'.repeat(1_000)}`));
    await expect(stamp).rejects.toMatchObject({ code: 'TABLE_TOO_LARGE' });
  });
});

test('the check reports rows, columns and problems, and makes and counts nothing', async () => {
  await withStamping({}, async ({ service, request, usage }) => {
    const table = await request('Name,Zip,Extra\nAnna,12345,\nBert,123456,\n');
    const response = await service.check(table);
    expect(response).toMatchObject({
      rows: 2,
      documents: 1,
      columns: { used: ['Name', 'Zip'], unused: ['Extra'] },
      errors: { total: 1, items: [{ row: 3, column: 'Zip', code: 'TEXT_TOO_LONG' }] },
      warnings: { total: 1, items: [{ row: 1, column: 'Extra', code: 'COLUMN_UNUSED' }] },
    });
    expect(usage).toEqual([]);
  });
});

test('flattened documents have no fields left', async () => {
  await withStamping({}, async ({ service, request }) => {
    const { archive } = await service.stamp(await request('Name\nAnna\n', { flatten: true }));
    const [first] = await readArchive(archive);
    expect(await fieldsOf(first?.bytes ?? new Uint8Array())).toEqual({});
  });
});

test('names keep the characters of every script', async () => {
  await withStamping({ pdf: await textForm(['N']) }, async ({ service, request }) => {
    const table = await csv('26b-naming-illegal.csv');
    const { archive } = await service.stamp(await request(table, { namingPattern: '[Name]' }));
    const names = (await readArchive(archive)).map((entry) => entry.name);
    expect(names).toHaveLength(10);
    expect(names).toEqual(
      expect.arrayContaining(['AB.pdf', '01022026.pdf', 'Zoë.pdf', '東京.pdf', '😀.pdf']),
    );
  });
});

test('rows of one name give as many entries as rows, and a row of a made-up-looking name keeps it', async () => {
  await withStamping({}, async ({ service, request }) => {
    const table = await csv('25b-same-name-only.csv');
    const { archive } = await service.stamp(await request(table, { namingPattern: '[Name]' }));
    const entries = await readArchive(archive);
    expect(new Set(entries.map((entry) => entry.name)).size).toBe(4);
    const own = entries.find((entry) => entry.name === 'Anna_(2).pdf');
    expect(await fieldsOf(own?.bytes ?? new Uint8Array())).toMatchObject({ City: 'Turku' });
  });
});

test('text of every script is drawn, or its row is reported: nothing is lost silently', async () => {
  await withStamping({ pdf: await textForm(['Name', 'Note']) }, async ({ service, request }) => {
    const { archive } = await service.stamp(
      await request(await csv('27-unicode-values.csv'), { onError: 'skip' }),
    );
    const entries = await readArchive(archive);
    const documents = entries.filter((entry) => entry.name.endsWith('.pdf'));
    const names = await Promise.all(documents.map(async (entry) => (await fieldsOf(entry.bytes)).Name));
    expect(names).toEqual(expect.arrayContaining(['Zażółć gęślą jaźń', 'Ő Ű', 'Привет', '„quoted“ – dash…']));
    const errors = entries.find((entry) => entry.name === 'errors.csv')?.bytes.toString() ?? '';
    const reported = new Set(
      errors
        .split('\r\n')
        .slice(1, -1)
        .map((line) => line.split(',', 1)[0]),
    );
    expect(documents.length + reported.size).toBe(11);
  });
});

test('rows with the same name are reported by the check and counted by the stamp', async () => {
  await withStamping({}, async ({ service, request }) => {
    const table = 'Name\nAnna\nBert\nANNA\nanna\n';
    const { warnings } = await service.check(await request(table, { namingPattern: '[Name]' }));
    expect(warnings).toMatchObject({ total: 2, items: [{ row: 4 }, { row: 5 }] });
    expect(warnings.items.map(({ code }) => code)).toEqual(['NAME_DUPLICATE', 'NAME_DUPLICATE']);
    const stamped = await service.stamp(await request(table, { namingPattern: '[Name]' }));
    expect(stamped.warnings).toBe(2);
    await readArchive(stamped.archive);
    const unnamed = await service.check(await request(table));
    expect(unnamed.warnings.total).toBe(0);
  });
});

test('a column that only names the documents is used', async () => {
  await withStamping({}, async ({ service, request }) => {
    const job = await request('Name,Id,Extra\nAnna,7,x\n', { namingPattern: '[id]-[Name]' });
    const { columns, warnings } = await service.check(job);
    expect(columns).toEqual({ used: ['Name', 'Id'], unused: ['Extra'], missing: [] });
    expect(warnings.items.map(({ column }) => column)).toEqual(['Extra']);
    expect((await service.stamp(job)).warnings).toBe(1);
  });
});

test('with a naming pattern a long table is checked before the archive starts, so that names are unique', async () => {
  await withStamping({}, async ({ service, request }) => {
    const values = [...Array.from({ length: 2_500 }, (_, row) => `N${row}`), 'N7', 'N7_2'];
    const job = await request(`Name\n${values.join('\n')}`, { namingPattern: '[Name]', onError: 'skip' });
    const { archive, warnings } = await service.stamp(job);
    expect(warnings).toBe(1);
    const names = (await readArchive(archive)).map(({ name }) => name);
    expect(names.slice(2_499)).toEqual(['N2499.pdf', 'N7_3.pdf', 'N7_2.pdf']);
  });
});

test('mappings and placeholders of the naming pattern that have no effect are reported', async () => {
  const json = JSON.stringify({
    FieldMappings: {
      Name: 'Name',
      Nam: 'Name',
      name: 'Other',
      Far: { ColumnHeader: 'Name', Page: 99, X: 1, Y: 1 },
      Right: { ColumnHeader: 'Name', Page: 1, X: 612, Y: 1 },
      Below: { ColumnHeader: 'Name', Page: 1, X: 1, Y: 1700 },
    },
  });
  await withStamping({ json }, async ({ service, request }) => {
    const job = await request('Name\nAnna\n', { namingPattern: '[Name] [Nope]' });
    const { warnings } = await service.check(job);
    expect(warnings.items.map(({ row, column, code }) => [row, column, code])).toEqual([
      [1, 'Nam', 'MAPPING_UNUSED'],
      [1, 'name', 'MAPPING_UNUSED'],
      [1, 'Far', 'MAPPING_UNUSED'],
      [1, 'Right', 'MAPPING_UNUSED'],
      [1, 'Below', 'MAPPING_UNUSED'],
      [1, 'Nope', 'NAME_COLUMN_UNKNOWN'],
    ]);
  });
});

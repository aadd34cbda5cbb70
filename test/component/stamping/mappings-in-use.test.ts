import { compileTemplate } from '../../../src/stamping/compile.ts';
import type { FieldMapping } from '../../../src/stamping/types.ts';
import { fixture, makePdf, pageText, readValues, stampRow } from '../../support/stamping/filled-pdf.ts';

const pdf = fixture('00-simple.pdf');

async function stamp(row: Record<string, string>, mappings: Record<string, string | FieldMapping>) {
  const { bytes, problems, update } = await stampRow({ pdf, row, mappings });
  const reported = problems.map(({ severity, code, column }) => `${severity} ${code} ${column}`);
  return { values: update.length > 0 ? await readValues(bytes) : null, reported };
}

describe('mappings', () => {
  test('fill the fields they name, and no others', async () => {
    const { values } = await stamp({ Who: 'Anna', City: 'Bergen' }, { Name: 'who' });
    expect(values).toEqual({ Name: 'Anna', City: undefined, Zip: undefined });
  });

  test('may give static values, defaults and nothing', async () => {
    const { values } = await stamp(
      { Town: ' ', Zip: '5' },
      {
        Name: { ValueType: 'Static', StaticValue: 'fixed' },
        City: { ColumnHeader: 'Town', Default: 'Oslo' },
        Zip: { ValueType: 'Ignore', ColumnHeader: 'Zip' },
      },
    );
    expect(values).toEqual({ Name: 'fixed', City: 'Oslo', Zip: undefined });
  });

  test('a default also replaces a column the table does not have', async () => {
    const { values } = await stamp(
      { X: '' },
      { Name: { ColumnHeader: 'Gone', Default: 'd' }, City: 'Gone too' },
    );
    expect(values).toEqual({ Name: 'd', City: '', Zip: undefined });
  });

  test('a required value that is missing is an error of the row', async () => {
    const mappings = { Name: { ColumnHeader: 'N', Required: true } };
    expect((await stamp({ N: '' }, mappings)).reported).toEqual(['error REQUIRED_VALUE_MISSING N']);
    expect((await stamp({ N: 'x' }, mappings)).reported).toEqual([]);
    expect((await stamp({ N: '' }, { Name: { ...mappings.Name, Default: 'd' } })).reported).toEqual([]);
  });

  test('a format that does not apply keeps the value and warns', async () => {
    const mappings = { Name: { ColumnHeader: 'N', Format: 'Currency' as const } };
    expect(await stamp({ N: '1234.5' }, mappings)).toMatchObject({
      values: { Name: '1,234.50' },
      reported: [],
    });
    expect(await stamp({ N: 'n/a' }, mappings)).toMatchObject({
      values: { Name: 'n/a' },
      reported: ['warning FORMAT_NOT_APPLICABLE N'],
    });
  });

  test('one column may fill several fields', async () => {
    const { values } = await stamp({ N: 'x' }, { Name: 'N', City: 'N' });
    expect(values).toMatchObject({ Name: 'x', City: 'x' });
  });

  test('two names for one field fill it once, the first', async () => {
    const { bytes } = await stampRow({ pdf, row: { A: 'a', B: 'b' }, mappings: { Name: 'A', 'name ': 'B' } });
    expect(await readValues(bytes)).toMatchObject({ Name: 'a' });
    expect(bytes.toString('latin1').match(/\/V\(/g)).toHaveLength(1);
  });

  test('report used, unused and missing columns and whether there is anything to fill', async () => {
    const columns = ['A', 'B', 'A '];
    const compiled = await compileTemplate(
      pdf,
      { FieldMappings: { Name: 'A', City: 'C', Nowhere: 'B' } },
      { columns },
    );
    expect(compiled.usage).toEqual({ used: ['A'], unused: ['B', 'A '], missing: ['C'] });
    expect(compiled.targetCount).toBe(2);
    const none = await compileTemplate(await makePdf((document) => void document.addPage()), null, {
      columns,
    });
    expect(none.targetCount).toBe(0);
    const bare = await compileTemplate(pdf, null, { columns: ['name'] });
    expect(bare.usage).toEqual({ used: ['name'], unused: [], missing: [] });
    expect(bare.targetCount).toBe(3);
  });

  test('place text where there is no field, beside fields', async () => {
    const { bytes, problems } = await stampRow({
      pdf,
      row: { N: 'Anna', T: 'first line\nsecond line' },
      mappings: {
        Name: 'N',
        Note: { ColumnHeader: 'T', Page: 1, X: 50, Y: 400, Width: 200, Height: 60 },
        Far: { ColumnHeader: 'T', Page: 99, X: 1, Y: 1, Width: 10, Height: 10 },
      },
    });
    expect(problems).toEqual([]);
    expect(await pageText(bytes)).toMatch(/first line\s+second line/);
    expect(await readValues(bytes)).toMatchObject({ Name: 'Anna' });
  });

  test('check reports what stamp would report', async () => {
    const compiled = await compileTemplate(pdf, null, { columns: ['Name'] });
    for (const value of ['Anna', '東京']) {
      expect(compiled.check([value])).toEqual(compiled.stamp([value]).problems);
    }
  });
});

test('a date that could be another one is stamped with a warning that says how it was read', async () => {
  const { problems, update } = await stampRow({
    pdf: fixture('00-simple.pdf'),
    row: { Name: '01/02/2026' },
    mappings: { Name: { ColumnHeader: 'Name', Format: 'Date' } },
  });
  expect(problems).toMatchObject([{ severity: 'warning', code: 'FORMAT_AMBIGUOUS', column: 'Name' }]);
  expect(problems[0]?.message).toContain('2026-01-02');
  expect(update.length).toBeGreaterThan(0);
});

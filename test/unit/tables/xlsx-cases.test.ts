import { fixture, readErrorOf, readTable } from '../../support/tables/read-all.ts';

const read = (name: string) => readTable(fixture(`xlsx/${name}`));
const pairs = async (name: string) => Object.fromEntries((await read(name)).rows.map((row) => row.values));

test('dates are the displayed calendar days, independent of the time zone', async () => {
  expect(await pairs('01-dates.xlsx')).toEqual({
    'iso fmt': '2026-03-01',
    'builtin 14': '2026-03-01',
    'month name': '4 July 2026',
    datetime: '2026-10-25 02:30',
    'DST gap day': '2026-03-29',
    leap: '2024-02-29',
    old: '1931-05-17',
    far: '2999-12-31',
    'time only': '12:00',
    'duration 30h': '30:00',
    'serial no fmt': '46082',
    'text date': '2026-03-01',
    'us text date': '03/04/2026',
    'midnight minus rounding': '2026-02-28',
  });
});

test('formulas give their stored results, also those that use a shared formula', async () => {
  const { rows } = await read('03-formulas-cached.xlsx');
  expect(rows.map((row) => row.values)).toEqual(
    [3, 4.5, 6, 7.5].map((total, i) => [
      `N${i + 2}`,
      `${i + 2}`,
      '1.5',
      `${total}`,
      `N${i + 2}-x`,
      '2026-03-01',
      '',
      '',
      'TRUE',
    ]),
  );
  expect(rows.map((row) => row.errorCells)).toEqual([[6], [6], [6], [6]]);
});

test('number formats give the displayed text of the cell', async () => {
  expect(await pairs('06-number-formats.xlsx')).toEqual({
    'percent 0%': '25%',
    'percent 2dp': '12.25%',
    'negative percent': '-5%',
    currency: '$1,234.50',
    'currency suffix': '1,234.50 €',
    'accounting neg': '(1,234.50)',
    'zip 00000': '02134',
    phone: '(555) 123-4567',
    ssn: '012-34-5678',
    'fixed 2dp': '1.50',
    'trailing zero general': '1.5',
    'int as float': '3',
    'float noise': '0.3',
    'float noise 2': '29.02',
    '12 digits general': '551294046898',
    '13 digits general': '5512940468989',
    '15 digits': '123456789012345',
    '16-digit text': '4111111111111111',
    small: '0.0000001',
    big: '1E+21',
    zero: '0',
    'neg zero fmt': '0.00',
    'literal text fmt': '7 pcs',
    'day letter fmt not date': '5 days',
    'red bracket': '-5',
    'thousands scale': '1,235',
    'hide zero': '',
    'text with fmt': 'abc',
  });
});

test.each([
  ['12-huge-dimension-far-cell.xlsx', [['Anna']]],
  ['12b-far-value-cell.xlsx', [['Anna'], ['Zed']]],
  ['16-newline-cell.xlsx', [['Anna', '1 High St\nFlat 2\nOslo']]],
  ['24-csv-named.xlsx', [['Anna', 'Bergen']]],
])('%s is read according to its content', async (name, values) => {
  expect((await read(name)).rows.map((row) => row.values)).toEqual(values);
});

test('a far-away row has its row number', async () => {
  expect((await read('12b-far-value-cell.xlsx')).rows[1]?.number).toBe(1_048_576);
});

test.each([
  ['14-odd-headers.xlsx', 'TABLE_COLUMN_DUPLICATE', '"Amount"'],
  ['19-legacy-biff8.xls', 'TABLE_UNSUPPORTED_FORMAT', '.xls'],
  ['20-biff8-named.xlsx', 'TABLE_UNSUPPORTED_FORMAT', '.xls'],
  ['21-html-table-named.xls', 'TABLE_UNSUPPORTED_FORMAT', 'HTML'],
  ['22-opendocument.ods', 'TABLE_UNSUPPORTED_FORMAT', '.ods'],
  ['23-binary.xlsb', 'TABLE_UNSUPPORTED_FORMAT', '.xlsb'],
  ['25-truncated.xlsx', 'TABLE_UNREADABLE', 'damaged'],
  ['26-plain-zip-named.xlsx', 'TABLE_UNSUPPORTED_FORMAT', 'ZIP'],
  ['31-xml-entity-bomb.xlsx', 'TABLE_UNREADABLE', 'document type declaration'],
  ['32-zip-bomb-256MiB.xlsx', 'TABLE_TOO_LARGE', 'decompressed'],
])('%s is rejected with a reason', async (name, code, reason) => {
  const error = await readErrorOf(read(name));
  expect(error.code).toBe(code);
  expect(error.message).toContain(reason);
});

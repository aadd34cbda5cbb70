import { fixture, readErrorOf, readTable } from '../../support/tables/read-all.ts';

const read = async (name: string) => {
  const { columns, rows } = await readTable(fixture(`csv/${name}`));
  return { columns, values: rows.map((row) => row.values) };
};

const CASES: [symptom: string, file: string, columns: string[], values: string[][]][] = [
  [
    'a byte order mark is glued to the first header',
    '01-utf8-bom.csv',
    ['Name', 'City'],
    [['Anna', 'Bergen']],
  ],
  [
    'a byte order mark hides a quoted header',
    '02-bom-quoted-header.csv',
    ['Name', 'City'],
    [['Anna', 'Bergen']],
  ],
  [
    'decimal commas are taken for delimiters',
    '03-semicolon-decimal-comma.csv',
    ['Name', 'Amount', 'Due'],
    [
      ['Anna', '1.234,50', '31.12.2026'],
      ['Bert', '7,5', '01.02.2027'],
    ],
  ],
  [
    'commas in header texts win over semicolons',
    '04-semicolon-commas-in-header.csv',
    ['Name', 'Weight (kg, gross)', 'Note (short, optional)'],
    [
      ['Anna', '12,5', 'red, blue, green'],
      ['Bert', '3,25', 'a, b'],
    ],
  ],
  [
    'an address with line breaks becomes three records',
    '10-multiline-quotes.csv',
    ['Name', 'Address', 'Quote'],
    [
      ['Anna', '1 High St\nFlat 2\nOslo', 'She said "hi", then left'],
      ['Bert', '2 Low St', 'plain'],
    ],
  ],
  [
    'a line break of two characters counts twice',
    '11-multiline-crlf-in-quotes.csv',
    ['Name', 'Address'],
    [['Anna', 'Line 1\nLine 2']],
  ],
  [
    'digits are read as numbers, dates and exponents',
    '12-leading-zeros-long-ints.csv',
    ['Zip', 'Card', 'Id', 'Sci', 'Range', 'Flag', 'Phone', 'Dec'],
    [
      ['02134', '4111111111111111', '12345678901234567890', '1E5', '3-4', 'TRUE', '+4930123456', '1.50'],
      ['00007', '0000000000000042', '9007199254740993', '2e10', '01/02', 'FALSE', '0049301', '0.10'],
    ],
  ],
  [
    'white space around a header leaves its field blank',
    '14-header-whitespace.csv',
    ['Name', 'City', 'Zip', 'Full  Name'],
    [['Anna', 'Bergen', '5003', 'Anna B']],
  ],
  ['a single column is no table', '21-single-column.csv', ['Name'], [['Anna'], ['Bert']]],
  [
    'text that looks like a formula is changed',
    '29-formula-like.csv',
    ['Name', 'A', 'B', 'C', 'D'],
    [['Anna', '=1+1', '+47 55 00 00', '-5', '@home']],
  ],
  [
    'tabs lose against decimal commas',
    '30-tab-decimal-comma.csv',
    ['X', 'Y', 'Z'],
    [
      ['120,5', '50,3', '2,35'],
      ['1,5', '2,5', '3,5'],
    ],
  ],
  [
    'inches are taken for quotes',
    '32-stray-quote.csv',
    ['Name', 'Size'],
    [
      ['Board', '5" x 3"'],
      ['Pipe', '2"'],
    ],
  ],
  ['pipes are no delimiter', '33-pipe.csv', ['Name', 'City'], [['Anna', 'Bergen']]],
];

test.each(CASES)('%s', async (_, file, columns, values) => {
  expect(await read(file)).toEqual({ columns, values });
});

test('a duplicate header is rejected with its name, so that no value gets into another column', async () => {
  const error = await readErrorOf(read('13-dup-headers.csv'));
  expect(error).toMatchObject({ code: 'TABLE_COLUMN_DUPLICATE', column: 'Amount' });
  expect(error.message).toContain('columns B and C');
});

test('a file with only a byte order mark is empty', async () => {
  expect(await readErrorOf(read('24-only-bom.csv'))).toMatchObject({ code: 'TABLE_EMPTY' });
});

test('a quote without an end is rejected with its line and does not consume the file', async () => {
  const error = await readErrorOf(read('31-unbalanced-quote.csv'));
  expect(error.code).toBe('TABLE_QUOTE_UNBALANCED');
  expect(error.message).toContain('Line 2');
});

test('characters of every script are unchanged', async () => {
  const { values } = await read('27-unicode-values.csv');
  expect(values).toHaveLength(11);
  expect(values.map(([text]) => text)).toEqual(
    expect.arrayContaining(['Привет', '東京都', 'مرحبا 123', 'כתובת 12345', '„quoted“ – dash…']),
  );
});

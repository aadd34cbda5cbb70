import { readContent, readErrorOf, valuesOf } from '../../support/tables/read-all.ts';

const utf16 = (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le');

describe('damaged UTF-16 is rejected, never read with replacement characters', () => {
  test.each([
    ['a file cut within a character', Buffer.concat([utf16('Name\nÅse\n'), Buffer.from([0x41])])],
    ['half a surrogate pair', utf16('Name\nA\ud83dse\n')],
    ['half a pair the other way round', utf16('Name\nA\ud83dse\n').swap16()],
  ])('%s', async (_, content) => {
    const { code, message } = await readErrorOf(readContent(content));
    expect(code).toBe('TABLE_UNREADABLE');
    expect(message).toMatch(/UTF-16.*CSV \(UTF-8\)/);
  });

  test('complete surrogate pairs are read', async () => {
    expect(await valuesOf(utf16('Name\n\u{1f600} Åse\n'))).toEqual([['\u{1f600} Åse']]);
  });
});

describe('bytes that Windows-1252 does not define', () => {
  test.each([
    ['Windows-1250', [0x4e, 0x0a, 0x5a, 0x6c, 0x61, 0x9d, 0x0a], 2, '9D'],
    ['Shift JIS', [0x4e, 0x0a, 0x41, 0x0a, 0x93, 0x8c, 0x8b, 0x9e, 0x81, 0x41, 0x0a], 3, '8C'],
  ])('are rejected with line and byte: %s', async (_, bytes, line, byte) => {
    const { code, message } = await readErrorOf(readContent(Buffer.from(bytes)));
    expect(code).toBe('TABLE_UNREADABLE');
    if (byte === '9D') expect(message).toContain(`${byte} (hexadecimal) in line ${line} `);
    expect(message).toContain('CSV (UTF-8)');
  });

  test.each([0x81, 0x8d, 0x8f, 0x90, 0x9d])('the byte %i is one of them', async (byte) => {
    const { message } = await readErrorOf(readContent(Buffer.from([0x4e, 0x0a, 0xe9, byte, 0x0a])));
    expect(message).toContain(`${byte.toString(16).toUpperCase()} (hexadecimal) in line 2 `);
  });

  test('bytes that it defines are read', async () => {
    expect(await valuesOf(Buffer.from('N\n\x80 \x8e \x9f\n', 'latin1'))).toEqual([['€ Ž Ÿ']]);
  });
});

describe('a line that sets the delimiter', () => {
  test.each([
    ['in capitals', 'SEP=;\nName;City\nAnna;Oslo, N\n'],
    ['in quotes', '"sep=;"\nName;City\nAnna;Oslo, N\n'],
    ['with the delimiters of a saved sheet', 'sep=;;\nName;City\nAnna;Oslo, N\n'],
    ['after a byte order mark', '\uFEFFsep=;\r\nName;City\r\nAnna;Oslo, N\r\n'],
    ['after two byte order marks', '\uFEFF\uFEFFsep=;\r\n"Name";City\r\nAnna;Oslo, N\r\n'],
  ])('%s is applied', async (_, content) => {
    expect(await valuesOf(content)).toEqual([['Anna', 'Oslo, N']]);
  });
});

test('the end-of-file mark of old programs is not a row', async () => {
  expect(await valuesOf('Name,City\nAnna,Oslo\n\x1a')).toEqual([['Anna', 'Oslo']]);
  expect(await valuesOf(`Name,City\n${'Anna,Oslo\n'.repeat(200)}\x1a`)).toHaveLength(200);
});

describe('a quote after spaces', () => {
  test.each([
    [
      'opens a value that holds the delimiter',
      'Anna, "Bergen, Norway", 5003',
      ['Anna', 'Bergen, Norway', ' 5003'],
    ],
    ['and doubled quotes', 'Anna,  "the ""old"" one" ,x', ['Anna', 'the "old" one', 'x']],
    ['as the last value', 'Anna,x, "a, b"', ['Anna', 'x', 'a, b']],
    [
      'that is not closed before the delimiter is a character',
      'Anna, "Bob" Smith,x',
      ['Anna', ' "Bob" Smith', 'x'],
    ],
    ['that is not closed on its line is a character', 'Anna, "Bob,x', ['Anna', ' "Bob', 'x']],
    ['within a value is a character', 'Anna,a "b" c,x', ['Anna', 'a "b" c', 'x']],
  ])('%s', async (_, line, values) => {
    expect(await valuesOf(`Name,City,Zip\n${line}\nBert,y,z\n`)).toEqual([values, ['Bert', 'y', 'z']]);
  });

  test('many on one line are read in linear time', async () => {
    const content = `Name,City\n${', "x'.repeat(60_000)}\n`;
    expect((await readErrorOf(readContent(content))).code).toBe('TABLE_ROW_TOO_WIDE');
  });
});

test.each([
  ['headers that differ in case only are two columns', 'Name,name\na,b\n', ['Name', 'name']],
  ['columns without a header at both ends are left out', ',Name,,\nx,Anna,y,z\n', ['Name']],
  ['a quoted header may hold the delimiter', '"Name, full"\nAnna\n', ['Name, full']],
  ['blank lines before the header count for nothing', '\n ,\nName,City\nAnna,Oslo\n', ['Name', 'City']],
])('%s', async (_, content, columns) => {
  expect((await readContent(content)).columns).toEqual(columns);
});

test('headers that are equal after Unicode normalization are rejected', async () => {
  expect((await readErrorOf(readContent('Zo\u00eb,Zoe\u0308\na,b\n'))).code).toBe('TABLE_COLUMN_DUPLICATE');
});

test.each([
  ['an empty quoted value', 'Name,City\n"",Oslo\n', [['', 'Oslo']]],
  ['a value of one quote', 'Name,City\n"""",x\n', [['"', 'x']]],
  ['a quoted last value without a line end', 'Name,City\nAnna,"Os,lo"', [['Anna', 'Os,lo']]],
  ['delimiters at the end of rows', 'Name,City\nAnna,Oslo,\n', [['Anna', 'Oslo']]],
  ['one column with commas in its values', 'Name\nSmith, John\n', [['Smith, John']]],
  ['a value as long as a cell may be', `Name\n${'x'.repeat(32_767)}\n`, [['x'.repeat(32_767)]]],
  ['tabs with commas in the values', 'Name\tNote\nA\tx, y\n', [['A', 'x, y']]],
])('%s', async (_, content, values) => {
  expect(await valuesOf(content)).toEqual(values);
});

test('a zero byte in a later chunk of the file is rejected', async () => {
  expect((await readErrorOf(readContent(`Name\n${'x\n'.repeat(4000)}a\0b\n`))).code).toBe('TABLE_UNREADABLE');
});

import { readContent, readErrorOf, valuesOf } from '../../support/tables/read-all.ts';

test('rows have the numbers of a spreadsheet program: blank rows count but are skipped', async () => {
  const { rows } = await readContent('Name,City\n\nAnna,Bergen\n,\n"two\nlines",Oslo\n');
  expect(rows.map((row) => row.number)).toEqual([3, 5]);
});

test.each([
  ['windows-1252', Buffer.from('Name\nJ\xf6rg \x80\n', 'latin1'), 'Jörg €'],
  ['utf-8', Buffer.from('Name\nJörg €\n'), 'Jörg €'],
  ['utf-16le with a mark', Buffer.from('\uFEFFName\nJörg €\n', 'utf16le'), 'Jörg €'],
  ['utf-16le without one', Buffer.from('Name\nJörg Müller\n', 'utf16le'), 'Jörg Müller'],
  ['utf-16be with a mark', Buffer.from('\uFEFFName\nJörg €\n', 'utf16le').swap16(), 'Jörg €'],
])('the encoding %s is found', async (_, content, expected) => {
  expect(await valuesOf(content)).toEqual([[expected]]);
});

describe('UTF-8 with an invalid byte', () => {
  const broken = (before: string, after: string) =>
    Buffer.concat([Buffer.from(before), Buffer.from([0xf6]), Buffer.from(after)]);

  test.each([
    ['among many', broken('Name\nJörg\nÅse\nJ', 'rg\nZoë\n'), 4, 'F6'],
    ['at the very end', Buffer.concat([Buffer.from('Name\nJörg\nÅse'), Buffer.from([0xc3])]), 3, 'C3'],
    ['that cuts a character', broken('Name\nJörg\n\u20ac', '\nZoë\n'), 3, 'F6'],
    ['among characters of three bytes', broken('Name\n東京\n', '\n'), 3, 'F6'],
    ['among characters of four bytes', broken('Name\n\u{1f600}\u{1f601}\n', '\n'), 3, 'F6'],
  ])('is rejected with byte and line: %s', async (_, content, line, byte) => {
    const { code, message } = await readErrorOf(readContent(content));
    expect(code).toBe('TABLE_UNREADABLE');
    expect(message).toContain(`${byte} (hexadecimal) in line ${line} (invalid bytes: 1)`);
  });

  test('is found in a later chunk of the file', async () => {
    const lines = 'Jörg Müller\n'.repeat(150_000);
    expect((await readErrorOf(readContent(broken(`Name\n${lines}J`, `rg\n${lines}`)))).message).toContain(
      'line 150002',
    );
  });

  test.each([
    ['accents', Buffer.from('Name\nJörg Müller, Åse\n', 'latin1'), 'Jörg Müller, Åse'],
    ['a pair that could be one character of UTF-8', Buffer.from('Name\nÃ¤ é ö\n', 'latin1'), 'Ã¤ é ö'],
  ])('Windows-1252 stays what it is: %s', async (_, content, expected) => {
    expect((await valuesOf(content))[0]?.[0]).toBe(expected);
  });
});

test('a character that spans two chunks is valid UTF-8', async () => {
  const content = `Name\n${'é'.repeat(20_000)}\n`.repeat(60);
  const values = await valuesOf(content.replace(/\nName/g, '').replace('Name', 'aName'));
  expect(values[0]).toEqual(['é'.repeat(20_000)]);
});

test.each([
  ['é', 1],
  ['€', 1],
  ['€', 2],
  ['\u{1f600}', 1],
  ['\u{1f600}', 2],
  ['\u{1f600}', 3],
])(
  'the encoding is found if a chunk of the file ends within the character %s, after byte %i',
  async (character, after) => {
    const before = `N\n${`${'x'.repeat(1023)}\n`.repeat(1023)}`;
    const last = 'x'.repeat(1024 * 1024 - before.length - after);
    const values = await valuesOf(`${before}${last}${character}\n`);
    expect(values.at(-1)).toEqual([`${last}${character}`]);
  },
);

test.each([
  ['old Macintosh', 'Name,City\rAnna,Oslo\rBert,Lund'],
  ['mixed', 'Name,City\r\nAnna,Oslo\nBert,Lund\r\n'],
  ['a lone CR among LF', 'Name,City\nAnna,Oslo\rBert,Lund\n'],
  ['a lone CR among CRLF', 'Name,City\rAnna,Oslo\r\nBert,Lund'],
  ['a CR after a quoted value', '"Name","City"\n"Anna","Oslo"\r"Bert","Lund"\n'],
  ['a CR at the very end', 'Name,City\nAnna,Oslo\nBert,Lund\r'],
  ['old Macintosh with a declared delimiter', 'sep=;\rName;City\rAnna;Oslo\rBert;Lund\r'],
  ['no end at the end', 'Name,City\nAnna,Oslo\nBert,Lund'],
])('line ends: %s', async (_, content) => {
  expect(await valuesOf(content)).toEqual([
    ['Anna', 'Oslo'],
    ['Bert', 'Lund'],
  ]);
});

test('a CRLF that spans two chunks is one line end', async () => {
  // The chunk ends after 128 KiB, between the two.
  const head = `Name\r\n${'x'.repeat(128 * 1024 - 'Name\r\n'.length - 1)}`;
  const { rows } = await readContent(`${head}\r\nAnna\r\n`, { maxCellLength: 200_000 });
  expect(rows.map((row) => row.number)).toEqual([2, 3]);
});

test('the last line counts for the choice of the delimiter, although it has no line end', async () => {
  const { columns } = await readContent('Name;Short,Note\nAnna,x');
  expect(columns).toEqual(['Name;Short', 'Note']);
});

test('a first line that sets the delimiter is applied and is not a row', async () => {
  expect(await valuesOf('sep=;\nName;Note\nAnna;a,b\n')).toEqual([['Anna', 'a,b']]);
});

test('a column without a header is omitted, and missing values at the end of a row are blank', async () => {
  const { columns, rows } = await readContent('Name,,City\nAnna,x,Oslo\nBert\n');
  expect(columns).toEqual(['Name', 'City']);
  expect(rows.map((row) => row.values)).toEqual([
    ['Anna', 'Oslo'],
    ['Bert', ''],
  ]);
});

test('a value after the last header is rejected, because all values before it may be in the wrong column', async () => {
  const error = await readErrorOf(readContent('Name,Amount\nAnna,7\nBert,1,50\n'));
  expect(error).toMatchObject({ code: 'TABLE_ROW_TOO_WIDE', row: 3 });
});

test('text after a closing quote is rejected with its line', async () => {
  const error = await readErrorOf(readContent('Name,City\nAnna,Oslo\n"Bert,Lund\nCarl,"Turku"\n'));
  expect(error).toMatchObject({ code: 'TABLE_QUOTE_UNBALANCED' });
  expect(error.message).toContain('Line 4');
});

test('an opening quote without an end is rejected before the whole file is in memory', async () => {
  const error = await readErrorOf(readContent(`Name\n"${'x\n'.repeat(1_000_000)}`));
  expect(error.code).toBe('TABLE_QUOTE_UNBALANCED');
});

test.each([
  ['an HTML page', '<table><tr><td>Name</td></tr></table>', 'HTML'],
  ['a PDF', '%PDF-1.7\n', 'PDF'],
  ['binary data', Buffer.from([1, 2, 3, 0, 200, 0, 1, 1]), 'not an XLSX or text file'],
])('%s is rejected because of its content', async (_, content, named) => {
  const error = await readErrorOf(readContent(content));
  expect(error.code).toBe('TABLE_UNSUPPORTED_FORMAT');
  expect(error.message).toContain(named);
});

test.each([
  ['no bytes', ''],
  ['line ends only', '\n\n\n'],
  ['a header and nothing else', 'Name,City\n'],
  ['a header and blank rows', 'Name,City\n,\n \n'],
])('%s: the table is empty', async (_, content) => {
  expect(await readErrorOf(readContent(content))).toMatchObject({ code: 'TABLE_EMPTY' });
});

test.each([
  ['rows', 'Name\na\nb\nc\n', { maxRows: 2 }, 'TABLE_TOO_LARGE'],
  ['columns', 'a,b,c\n1,2,3\n', { maxColumns: 2 }, 'TABLE_TOO_LARGE'],
  ['characters of all cells', 'Name\nabc\nabc\n', { maxTextLength: 5 }, 'TABLE_TOO_LARGE'],
  ['characters of a cell', 'Name\nabcdef\n', { maxCellLength: 5 }, 'TABLE_TOO_LARGE'],
])('the limit of %s is enforced', async (_, content, limits, code) => {
  expect(await readErrorOf(readContent(content, limits))).toMatchObject({ code });
});

test('a table with the maximum number of rows is read', async () => {
  expect((await readContent('Name\na\nb\n', { maxRows: 2 })).rows).toHaveLength(2);
});

test('headers with names of Object.prototype members are ordinary headers', async () => {
  const { columns, rows } = await readContent('__proto__,constructor,toString\na,b,c\n');
  expect(columns).toEqual(['__proto__', 'constructor', 'toString']);
  expect(rows[0]?.values).toEqual(['a', 'b', 'c']);
});

test('lines with a quote and no delimiter are read in linear time', async () => {
  const { rows } = await readContent(`Name,City\n${'a"b\n'.repeat(100_000)}`);
  expect(rows).toHaveLength(100_000);
  expect(rows[99_999]).toEqual({ number: 100_001, values: ['a"b', ''] });
});

test('a short file with vertical tabs (line breaks inside values) is not binary', async () => {
  expect(await valuesOf('Name,Address\nAnna,1 High St\vFlat 2\vOslo\n')).toEqual([
    ['Anna', '1 High St\vFlat 2\vOslo'],
  ]);
});

test.each([
  ['form feeds', 'Name\n\fAnna\n', ['\fAnna']],
  ['2 % other control characters', `Name\n${'x'.repeat(43)}\x01\n`, [`${'x'.repeat(43)}\x01`]],
])('a text with %s is not binary', async (_, content, row) => {
  expect(await valuesOf(content)).toEqual([row]);
});

test('the error for a quoted value above the limit of a cell names both possible causes', async () => {
  const content = `Name,Note\nAnna,"${'x'.repeat(100_000)}"\n`;
  const error = await readErrorOf(readContent(content));
  expect(error.code).toBe('TABLE_QUOTE_UNBALANCED');
  expect(error.message).toMatch(/^Line 2: .* more than 32767 characters/);
});

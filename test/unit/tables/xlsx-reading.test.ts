import { inline, makeXlsx, zip } from '../../support/tables/make-xlsx.ts';
import { readContent, readErrorOf, valuesOf } from '../../support/tables/read-all.ts';

const HEADER = `<row>${inline('Name')}${inline('Amount')}</row>`;
const sheet = (xml: string) => makeXlsx({ sheets: [{ xml: HEADER + xml }] });

test('cells and rows without references are consecutive', async () => {
  const { rows } = await readContent(await sheet(`<row>${inline('Anna')}<c><v>7</v></c></row>`));
  expect(rows).toEqual([{ number: 2, values: ['Anna', '7'] }]);
});

test('XML with a namespace prefix is read', async () => {
  const xml =
    '<x:worksheet xmlns:x="m"><x:sheetData><x:row r="1"><x:c r="A1" t="inlineStr"><x:is><x:t>Name</x:t></x:is></x:c></x:row>' +
    '<x:row r="2"><x:c r="A2" t="str"><x:v>Anna</x:v></x:c></x:row></x:sheetData></x:worksheet>';
  expect(await valuesOf(await makeXlsx({ sheets: [{ xml, whole: true }] }))).toEqual([['Anna']]);
});

test('bytes that are not valid UTF-8 are rejected, never read as another character', async () => {
  const named = (bytes: number[]) => {
    const xml = `<worksheet><sheetData>${HEADER}<row>${inline('J#rg')}</row></sheetData></worksheet>`;
    const [before = '', after = ''] = xml.split('#');
    return Buffer.concat([Buffer.from(before), Buffer.from(bytes), Buffer.from(after)]);
  };
  const xlsx = (xml: Buffer) => makeXlsx({ sheets: [{ xml, whole: true }] });
  expect(await valuesOf(await xlsx(named([0xc3, 0xb6])))).toEqual([['Jörg', '']]);
  for (const bytes of [[0xf6], [0xc3], [0xed, 0xa0, 0x80]]) {
    const error = await readErrorOf(readContent(await xlsx(named(bytes))));
    expect(error).toMatchObject({
      code: 'TABLE_UNREADABLE',
      message: expect.stringMatching(/s0\.xml.*UTF-8.*save it again/),
    });
  }
});

test('hidden sheets are skipped', async () => {
  const other = (name: string) => `<row>${inline('Name')}</row><row>${inline(name)}</row>`;
  const sheets = [
    { xml: other('hidden'), state: 'hidden' },
    { xml: other('deeply hidden'), state: 'veryHidden' },
    { xml: other('seen') },
  ];
  expect(await valuesOf(await makeXlsx({ sheets }))).toEqual([['seen']]);
});

test('rich text is joined, phonetic hints are omitted, references and escapes are resolved', async () => {
  const sharedStrings =
    '<si><t>Name</t></si><si><r><t xml:space="preserve">An </t></r><r><t>&amp; &#233;_x000D_&#10;x</t></r><rPh><t>no</t></rPh></si>';
  const xml = '<row><c t="s"><v>0</v></c></row><row><c t="s"><v>1</v></c></row>';
  expect(await valuesOf(await makeXlsx({ sheets: [{ xml }], sharedStrings }))).toEqual([['An & é\nx']]);
});

test('comments are skipped and CDATA is read in a sheet', async () => {
  expect(
    await valuesOf(await sheet(`<!-- </row> --><row>${inline('<![CDATA[a <b> </row>]]>')}</row>`)),
  ).toEqual([['a <b> </row>', '']]);
});

test('dates of a workbook with the 1904 date system are the same days', async () => {
  const styles = '<cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs>';
  const xml = `${HEADER}<row>${inline('Anna')}<c s="1"><v>44620</v></c></row>`;
  const made = (workbookProperties: string) => makeXlsx({ sheets: [{ xml }], styles, workbookProperties });
  expect(await valuesOf(await made('<workbookPr date1904="1"/>'))).toEqual([['Anna', '2026-03-01']]);
  expect(await valuesOf(await made(''))).toEqual([['Anna', '2022-02-28']]);
});

test('a formula without a stored result is blank and reported, a formula with an empty text is only blank', async () => {
  const cells = `${inline('Anna')}<c><f>1+1</f></c></row><row>${inline('Bert')}<c t="str"><f>""</f><v></v></c>`;
  const { rows } = await readContent(await sheet(`<row>${cells}</row>`));
  expect(rows).toEqual([
    { number: 2, values: ['Anna', ''], errorCells: [1] },
    { number: 3, values: ['Bert', ''] },
  ]);
});

test('dates in strict ISO 8601 form are dates', async () => {
  const xml = `<row>${inline('Anna')}<c t="d"><v>2026-03-01T00:00:00</v></c></row><row>${inline('Bert')}<c t="d"><v>2026-03-01T14:30:00Z</v></c></row>`;
  expect(await valuesOf(await sheet(xml))).toEqual([
    ['Anna', '2026-03-01'],
    ['Bert', '2026-03-01 14:30'],
  ]);
});

test('a cell with a displayed date in another format reports the ISO 8601 date, in any sheet column', async () => {
  const styles =
    '<numFmts><numFmt numFmtId="170" formatCode="dd/mm/yyyy"/></numFmts><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="170"/></cellXfs>';
  const header = `<row r="1"><c r="A1" t="str"><v>Name</v></c><c r="C1" t="str"><v>Born</v></c></row>`;
  const number = '<row r="2"><c r="B2" s="1"><v>1</v></c><c r="C2" s="1"><v>46082</v></c></row>';
  const strict =
    '<row r="3"><c r="A3" t="str"><v>Bert</v></c><c r="C3" s="1" t="d"><v>2026-03-01T00:00:00</v></c></row>';
  const text = '<row r="4"><c r="C4" s="1" t="str"><v>01/03/2026</v></c></row>';
  const made = (properties: string) =>
    makeXlsx({
      sheets: [{ xml: header + number + strict + text }],
      styles,
      workbookProperties: properties,
    });
  const dates = [{ column: 1, text: '2026-03-01' }];
  expect((await readContent(await made(''))).rows).toEqual([
    { number: 2, values: ['', '01/03/2026'], dates },
    { number: 3, values: ['Bert', '01/03/2026'], dates },
    { number: 4, values: ['', '01/03/2026'] },
  ]);
  const from1904 = await readContent(await made('<workbookPr date1904="1"/>'));
  expect(from1904.rows.map((row) => row.dates?.[0]?.text)).toEqual(['2030-03-02', '2026-03-01', undefined]);
});

test('a cell in a column without a header is ignored and shifts no other cell', async () => {
  const xml = '<row r="1"><c r="A1" t="str"><v>Name</v></c><c r="C1" t="str"><v>Tail</v></c></row>';
  const row =
    '<row r="2"><c r="A2" t="str"><v>Anna</v></c><c r="B2" t="str"><v>orphan</v></c><c r="C2" t="str"><v>t</v></c></row>';
  expect(await valuesOf(await makeXlsx({ sheets: [{ xml: xml + row }] }))).toEqual([['Anna', 't']]);
});

test('a huge merged range needs no memory', async () => {
  const xml = `<worksheet><sheetData><row>${inline('Name')}</row><row>${inline('Anna')}</row></sheetData><mergeCells><mergeCell ref="A1:ZZ20000"/></mergeCells></worksheet>`;
  expect(await valuesOf(await makeXlsx({ sheets: [{ xml, whole: true }] }))).toEqual([['Anna']]);
});

test.each([
  ['a row number no sheet has', '<row r="999999999"><c><v>1</v></c></row>', 'TABLE_UNREADABLE'],
  [
    'rows out of order',
    '<row r="5"><c><v>1</v></c></row><row r="4"><c><v>1</v></c></row>',
    'TABLE_UNREADABLE',
  ],
  ['a column no sheet has', '<row><c r="ZZZZZZ1"><v>1</v></c></row>', 'TABLE_UNREADABLE'],
  ['a text that is not there', '<row><c t="s"><v>9</v></c></row>', 'TABLE_UNREADABLE'],
  ['an unknown entity', `<row>${inline('&g;')}</row>`, 'TABLE_UNREADABLE'],
  ['a header and nothing else', '', 'TABLE_EMPTY'],
])('%s is rejected', async (_, xml, code) => {
  expect(await readErrorOf(readContent(await sheet(xml)))).toMatchObject({ code });
});

test('a sheet that is cut off is rejected, not read partially', async () => {
  const xml = `<worksheet><sheetData>${HEADER}<row>${inline('Anna')}</row><row><c`;
  const error = await readErrorOf(readContent(await makeXlsx({ sheets: [{ xml, whole: true }] })));
  expect(error).toMatchObject({ code: 'TABLE_UNREADABLE' });
  expect(error.message).toContain('its worksheet is cut off');
});

test('a sheet without rows is rejected', async () => {
  const error = await readErrorOf(
    readContent(await makeXlsx({ sheets: [{ xml: '<worksheet><cols/>', whole: true }] })),
  );
  expect(error).toMatchObject({ code: 'TABLE_UNREADABLE' });
  expect(error.message).toContain('its worksheet has no rows');
});

test('a file that is too large when decompressed is rejected', async () => {
  const content = await sheet(`<row>${inline('x'.repeat(30_000))}</row>`.repeat(100));
  expect(await readErrorOf(readContent(content, { maxInflatedBytes: 1_000_000 }))).toMatchObject({
    code: 'TABLE_TOO_LARGE',
  });
});

test.each([
  ['word/document.xml', '.docx'],
  ['Index/Document.iwa', 'Numbers'],
])('the error for a package with %s names its format', async (part, named) => {
  const error = await readErrorOf(
    readContent(await zip({ '[Content_Types].xml': '<Types/>', [part]: '<x/>' })),
  );
  expect(error).toMatchObject({ code: 'TABLE_UNSUPPORTED_FORMAT' });
  expect(error.message).toContain(named);
});

import { inline, makeXlsx, zip } from '../../support/tables/make-xlsx.ts';
import { readContent, readErrorOf, valuesOf } from '../../support/tables/read-all.ts';

const HEADER = `<row>${inline('Name')}${inline('Amount')}</row>`;
const sheet = (xml: string, styles?: string) =>
  makeXlsx({ sheets: [{ xml: HEADER + xml }], ...(styles === undefined ? {} : { styles }) });
/** The text of one numeric cell in the sheet's only style. */
const styled = async (value: string, styles: string) =>
  (await valuesOf(await sheet(`<row>${inline('A')}<c s="0"><v>${value}</v></c></row>`, styles)))[0]?.[1];

describe('styles', () => {
  test('the number formats of conditional formats are not applied to cells', async () => {
    const styles =
      '<numFmts><numFmt numFmtId="164" formatCode="0.0%"/></numFmts><cellXfs><xf numFmtId="164"/></cellXfs>' +
      '<dxfs><dxf><numFmt numFmtId="164" formatCode="yyyy"/></dxf></dxfs>';
    expect(await styled('0.25', styles)).toBe('25.0%');
  });

  test('named styles are not applied to cells', async () => {
    expect(
      await styled(
        '0.25',
        '<cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="10"/></cellXfs>',
      ),
    ).toBe('25.00%');
  });

  test('a workbook without styles, or a reference to a missing style, gives plain numbers', async () => {
    const values = await valuesOf(await sheet(`<row>${inline('A')}<c s="7"><v>46082</v></c></row>`));
    expect(values).toEqual([['A', '46082']]);
  });
});

describe('dates in ISO 8601 form', () => {
  test.each([
    ['the day the epoch begins', '1900-01-01', '1900-01-01'],
    ['the last day before the leap day that never was', '1900-02-28', '1900-02-28'],
    ['the day after it', '1900-03-01', '1900-03-01'],
    ['a day before the epoch', '1850-05-17T00:00:00', '1850-05-17'],
    ['a zone, which changes no clock', '2026-03-01T14:30:00+02:00', '2026-03-01 14:30'],
    ['parts of a second', '2026-03-01T14:30:00.000', '2026-03-01 14:30'],
    ['a time of day alone', '14:30:00', '14:30:00'],
  ])('%s', async (_, raw, shown) => {
    const values = await valuesOf(await sheet(`<row>${inline('A')}<c t="d"><v>${raw}</v></c></row>`));
    expect(values[0]?.[1]).toBe(shown);
  });
});

describe('cells', () => {
  const cell = async (xml: string) => (await valuesOf(await sheet(`<row>${xml}</row>`)))[0];

  test.each([
    ['an escaped escape is the text it spells', inline('_x005F_x000D_'), '_x000D_'],
    ['a return is a line break', inline('a_x000D_b'), 'a\nb'],
    ['spaces at the ends are kept', '<c t="inlineStr"><is><t xml:space="preserve"> a </t></is></c>', ' a '],
    [
      'runs are joined without their phonetic hints',
      '<c t="inlineStr"><is><r><t>An</t></r><rPh sb="0" eb="1"><t>x</t></rPh><r><t>na</t></r></is></c>',
      'Anna',
    ],
    ['a reference to each half of a pair', inline('&#xD83D;&#xDE00;'), '\u{1f600}'],
    ['an escaped reference is no reference', inline('&amp;amp;'), '&amp;'],
    ['a number in CDATA', '<c><v><![CDATA[5]]></v></c>', '5'],
    ['true as a word', '<c t="b"><v>true</v></c>', 'TRUE'],
    ['a formula that holds signs of XML', '<c t="str"><f>IF(A1&gt;1,"a","b")</f><v>q</v></c>', 'q'],
    ['a dependant of a shared formula', '<c><f t="shared" si="0"/><v>4.5</v></c>', '4.5'],
  ])('%s', async (_, xml, value) => {
    expect((await cell(xml))?.[0]).toBe(value);
  });

  test('cells out of order are in their columns', async () => {
    const xml = '<row r="2"><c r="B2"><v>5</v></c><c r="A2" t="str"><v>Anna</v></c></row>';
    expect(await valuesOf(await sheet(xml))).toEqual([['Anna', '5']]);
  });

  test('blank cells of every type are blank', async () => {
    const xml = `<row>${inline('A')}<c t="n"/></row><row>${inline('B')}<c t="s"><v/></c></row>`;
    expect(await valuesOf(await sheet(xml))).toEqual([
      ['A', ''],
      ['B', ''],
    ]);
  });

  test('headers are the displayed texts of the cells', async () => {
    const xml = `<row><c><v>2026</v></c><c s="1"><v>46082</v></c></row><row>${inline('A')}</row>`;
    const styles = '<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs>';
    const { columns } = await readContent(await makeXlsx({ sheets: [{ xml }], styles }));
    expect(columns).toEqual(['2026', '2026-03-01']);
  });

  test('a cell reference that no spreadsheet program writes is rejected', async () => {
    const error = await readErrorOf(readContent(await sheet('<row><c r="$A$2"><v>1</v></c></row>')));
    expect(error.code).toBe('TABLE_UNREADABLE');
  });
});

describe('the package', () => {
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${type}" Target="${target}"/>`;
  const strict = 'http://purl.oclc.org/ooxml/officeDocument/relationships';
  const parts = (sheets: string, relations: string) => ({
    '[Content_Types].xml': '<Types/>',
    '_rels/.rels': `<Relationships>${relation('w', `${strict}/officeDocument`, '/xl/workbook.xml')}</Relationships>`,
    'xl/workbook.xml': `<x:workbook xmlns:x="m"><x:sheets>${sheets}</x:sheets></x:workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${relations}</Relationships>`,
    'xl/chartsheets/c.xml': '<chartsheet/>',
    'xl/worksheets/a.xml': `<worksheet><sheetData>${HEADER}<row>${inline('seen')}</row></sheetData></worksheet>`,
  });

  test('a leading chart sheet, strict namespaces, prefixes and absolute targets are supported', async () => {
    const made = parts(
      '<x:sheet name="C" sheetId="1" r:id="c"/><x:sheet name="A" sheetId="2" r:id="a"/>',
      relation('c', `${strict}/chartsheet`, 'chartsheets/c.xml') +
        relation('a', `${strict}/worksheet`, '/xl/worksheets/a.xml'),
    );
    expect(await valuesOf(await zip(made))).toEqual([['seen', '']]);
  });

  test('a workbook with only hidden sheets is rejected', async () => {
    const made = parts(
      '<x:sheet name="A" sheetId="2" r:id="a" state="veryHidden"/>',
      relation('a', `${strict}/worksheet`, 'worksheets/a.xml'),
    );
    const error = await readErrorOf(readContent(await zip(made)));
    expect(error.message).toContain('visible');
  });

  test('a part whose XML declaration has another encoding is rejected', async () => {
    const xml = Buffer.from(
      `<?xml version="1.0" encoding="ISO-8859-1"?><worksheet><sheetData>${HEADER}<row>${inline('\xc5se')}</row></sheetData></worksheet>`,
      'latin1',
    );
    const error = await readErrorOf(readContent(await makeXlsx({ sheets: [{ xml, whole: true }] })));
    expect(error.code).toBe('TABLE_UNREADABLE');
  });
});

import { deflateSync } from 'node:zlib';
import { inspectTemplate } from '../../../src/stamping/inspect.ts';
import { PDFDocument } from '../../../src/stamping/pdf/pdf-lib.ts';
import { fixture, pageText, readValues, stampRow } from '../../support/stamping/filled-pdf.ts';
import { bytesOf, formWith, smallForm, writeRaw } from '../../support/stamping/raw-pdf.ts';

const limits = { maxPages: 500 };
const whole = writeRaw(smallForm());
const widget = '/Type/Annot/Subtype/Widget/FT/Tx/Rect[50 200 250 220]/F 4/DA(/Helv 12 Tf 0 g)';

/** The template is accepted and filled, and its text is unchanged. */
async function expectUsable(pdf: Buffer, pages = 1): Promise<void> {
  expect(await inspectTemplate(pdf, limits)).toMatchObject({ pageCount: pages, fillable: ['Name', 'City'] });
  const { bytes } = await stampRow({ pdf, row: { Name: 'Anna', City: 'Bergen' } });
  expect(await readValues(bytes)).toEqual({ Name: 'Anna', City: 'Bergen' });
  const flat = await stampRow({ pdf, row: { Name: 'Anna', City: 'Bergen' }, flatten: true });
  expect(await pageText(flat.bytes)).toMatch(/Template[\s\S]*Anna[\s\S]*Bergen/);
  // A reader that does no repairs finds the same pages.
  expect((await PDFDocument.load(bytes)).getPageCount()).toBe(pages);
}

test('a dictionary that is opened twice is one', async () => {
  const form = smallForm();
  form.objects.set(3, (form.objects.get(3) ?? '').replace('<</Type/Page', '<<\n<</Type/Page'));
  await expectUsable(bytesOf(writeRaw(form)));
});

describe('cross-references that are wrong are found by a scan', () => {
  test.each<[string, string]>([
    ['nothing is wrong', whole],
    ['startxref points nowhere', whole.replace(/startxref\n\d+/, 'startxref\n7')],
    ['startxref points beyond the end', whole.replace(/startxref\n\d+/, 'startxref\n99999999')],
    ['startxref is missing', whole.replace(/startxref\n\d+\n%%EOF\n/, '')],
    ['the trailer is missing', whole.replace(/trailer\n.*\n/, '')],
    ['table and trailer are missing', whole.slice(0, whole.indexOf('xref\n'))],
    ['the trailer names no root', whole.replace('/Root 1 0 R', '')],
    ['the trailer names another root', whole.replace('/Root 1 0 R', '/Root 7 0 R')],
    [
      'every offset is off by three',
      whole.replace(/^\d{10} (?=00000 n)/gm, (offset) => `${String(Number(offset) + 3).padStart(10, '0')} `),
    ],
    ['two offsets are exchanged', whole.replace(/^(\d{10} 00000 n \n)(\d{10} 00000 n \n)/m, '$2$1')],
    ['the table begins at 1 instead of 0', whole.replace(/xref\n0 /, 'xref\n1 ')],
    ['the table announces more than it has', whole.replace(/xref\n0 8/, 'xref\n0 9')],
    ['the table is junk', whole.replace(/^\d{10} 00000 n $/gm, 'xxxxxxxxxx yyyyy z ')],
    ['line ends were changed on the way', whole.replaceAll('\n', '\r\n')],
    ['junk before the header counts in no offset', `junk\n\n${whole}`],
    ['junk follows the end', `${whole}${'\0'.repeat(3000)}`],
    ['a second end follows', `${whole}\nstartxref\n0\n%%EOF`],
  ])('%s', async (_, source) => {
    await expectUsable(bytesOf(source));
  });

  test('junk before the header that counts in every offset', async () => {
    const junk = 'HTTP/1.1 200 OK\n\n';
    const moved = whole
      .replace(
        /^\d{10} (?=00000 n)/gm,
        (offset) => `${String(Number(offset) + junk.length).padStart(10, '0')} `,
      )
      .replace(/startxref\n(\d+)/, (_, start) => `startxref\n${Number(start) + junk.length}`);
    await expectUsable(bytesOf(junk + moved));
  });

  test('a table that begins one too high, so that the first object counts as deleted', async () => {
    const form = smallForm();
    const moved = new Map(
      [...form.objects].map(([number, source]) => [number === 1 ? 4 : number === 4 ? 1 : number, source]),
    );
    const page = moved.get(3)?.replace('/Contents 4 0 R', '/Contents 1 0 R') ?? '';
    const source = writeRaw({ objects: moved.set(3, page), trailer: '/Root 4 0 R' });
    await expectUsable(bytesOf(source.replace(/xref\n0 /, 'xref\n1 ')));
  });

  test('an object that was changed at the end counts, whether by the table or by the scan', async () => {
    const update =
      '3 0 obj\n<</Type/Page/Parent 2 0 R/Contents 4 0 R/Resources<</Font<</F1 7 0 R>>>>/Annots[5 0 R]>>\nendobj\n';
    const { fields } = await inspectTemplate(bytesOf(`${whole}${update}startxref\n1\n%%EOF\n`), limits);
    expect(fields.map(({ name, page }) => [name, page])).toEqual([['Name', 1]]);
  });
});

describe('objects that are damaged are read as far as they go', () => {
  test.each<[string, string]>([
    ['endobj is missing', whole.replaceAll('endobj\n', '')],
    [
      'a dictionary is not closed',
      whole.replace('(City)/Rect', '(City)\n/Rect').replace('Tf 0 g)>>\nendobj\n7', 'Tf 0 g)\nendobj\n7'),
    ],
    ['a generation is wrong', whole.replace('5 0 obj', '5 1 obj')],
    ['a comment is within a dictionary', whole.replace('/Type/Catalog', '/Type % a comment >>\n/Catalog')],
    ['a stream is longer than its length', whole.replace('/Length 39', '/Length 5')],
    ['a stream is shorter than its length', whole.replace('/Length 39', '/Length 60')],
    ['a stream has no length', whole.replace('/Length 39', '')],
    ['the length of a stream leads nowhere', whole.replace('/Length 39', '/Length 99 0 R')],
    ['the length of a stream is the stream', whole.replace('/Length 39', '/Length 4 0 R')],
    ['a stream ends without its keyword', whole.replace('\nendstream', '')],
    ['unknown values', whole.replace('/Type/Catalog', '/Type/Catalog/Odd foo/Odder 1.2.3/Oddest --7')],
    [
      'a value is nested as deep as no document is',
      whole.replace('/Type/Font', `/Type/Font/Odd ${'['.repeat(100)}${']'.repeat(100)}`),
    ],
  ])('%s', async (_, source) => {
    await expectUsable(bytesOf(source));
  });

  test('a stream that holds the words of a PDF is no part of the document', async () => {
    const inner = writeRaw(formWith({ 5: `<<${widget}/T(Inner)>>` }));
    const data = `${inner}\nendstream\nendobj\n`;
    const source = writeRaw(formWith({ 8: `<</Length ${data.length}>>\nstream\n${data}\nendstream` }));
    await expectUsable(bytesOf(source));
    await expectUsable(bytesOf(source.replace(/startxref\n\d+\n%%EOF\n$/, '')));
  });
});

describe('page trees that are damaged are replaced', () => {
  test.each<[string, Record<number, string>]>([
    ['a count is wrong', { 2: '<</Type/Pages/Count 17/Kids[3 0 R]/MediaBox[0 0 300 300]>>' }],
    ['a count is missing', { 2: '<</Type/Pages/Kids[3 0 R]/MediaBox[0 0 300 300]>>' }],
    ['a count is negative', { 2: '<</Type/Pages/Count -1/Kids[3 0 R]/MediaBox[0 0 300 300]>>' }],
    [
      'kids are null or lead nowhere',
      { 2: '<</Type/Pages/Count 3/Kids[null 99 0 R 3 0 R]/MediaBox[0 0 300 300]>>' },
    ],
    ['a kid is no dictionary', { 2: '<</Type/Pages/Count 2/Kids[(x) 3 0 R]/MediaBox[0 0 300 300]>>' }],
    [
      'the root is among its own kids',
      { 2: '<</Type/Pages/Count 2/Kids[2 0 R 3 0 R]/MediaBox[0 0 300 300]>>' },
    ],
    [
      'types are missing',
      {
        2: '<</Count 1/Kids[3 0 R]/MediaBox[0 0 300 300]>>',
        3: '<</Parent 2 0 R/Contents 4 0 R/Resources<</Font<</F1 7 0 R>>>>/Annots[5 0 R 6 0 R]>>',
      },
    ],
    [
      'a parent is missing',
      { 3: '<</Type/Page/Contents 4 0 R/Resources<</Font<</F1 7 0 R>>>>/Annots[5 0 R 6 0 R]>>' },
    ],
    [
      'the tree is the page',
      {
        1: '<</Type/Catalog/Pages 3 0 R/AcroForm<</Fields[5 0 R 6 0 R]/DA(/Helv 12 Tf 0 g)/DR<</Font<</Helv 7 0 R>>>>>>>>',
      },
    ],
    [
      'the page is in the tree itself',
      {
        2: '<</Type/Pages/Count 1/Kids[<</Type/Page/Parent 2 0 R/Contents 4 0 R/Resources<</Font<</F1 7 0 R>>>>/Annots[5 0 R 6 0 R]>>]/MediaBox[0 0 300 300]>>',
      },
    ],
    [
      'the tree is in the root itself',
      {
        1: '<</Type/Catalog/Pages<</Type/Pages/Count 1/Kids[3 0 R]/MediaBox[0 0 300 300]>>/AcroForm<</Fields[5 0 R 6 0 R]/DA(/Helv 12 Tf 0 g)/DR<</Font<</Helv 7 0 R>>>>>>>>',
      },
    ],
  ])('%s', async (_, objects) => {
    await expectUsable(bytesOf(writeRaw(formWith(objects))));
  });

  test('a page that is shown twice is two pages', async () => {
    await expectUsable(
      bytesOf(writeRaw(formWith({ 2: '<</Type/Pages/Count 2/Kids[3 0 R 3 0 R]/MediaBox[0 0 300 300]>>' }))),
      2,
    );
  });
});

describe('compressed cross-references', () => {
  /** The form with all but its streams in an object stream, behind a cross-reference stream. */
  function compressed(predictor: 0 | 12): Buffer {
    const { objects } = smallForm();
    const packed = [...objects].filter(([, source]) => !source.includes('stream'));
    let head = '';
    let body = '';
    for (const [number, source] of packed) {
      head += `${number} ${body.length} `;
      body += `${source} `;
    }
    const data = deflateSync(Buffer.from(head + body)).toString('latin1');
    const container = `<</Type/ObjStm/N ${packed.length}/First ${head.length}/Filter/FlateDecode/Length ${data.length}>>\nstream\n${data}\nendstream`;
    let file = '%PDF-1.7\n';
    const content = file.length;
    file += `4 0 obj\n${objects.get(4)}\nendobj\n`;
    const stream = file.length;
    file += `8 0 obj\n${container}\nendobj\n`;
    const rows = Array.from({ length: 10 }, (_, number) => {
      if (number === 4) return [1, content, 0];
      if (number >= 8) return [1, number === 8 ? stream : file.length, 0];
      return number === 0 ? [0, 0, 0] : [2, 8, packed.findIndex(([own]) => own === number)];
    }).map(([type = 0, second = 0, third = 0]) => [type, second >> 8, second & 255, third]);
    const filtered = rows.map((row, index) =>
      predictor === 0 ? row : [2, ...row.map((value, at) => (value - (rows[index - 1]?.[at] ?? 0)) & 255)],
    );
    const table = deflateSync(Buffer.from(filtered.flat())).toString('latin1');
    const parameters = predictor === 0 ? '' : '/DecodeParms<</Predictor 12/Columns 4>>';
    const start = file.length;
    file += `9 0 obj\n<</Type/XRef/Size 10/W[1 2 1]/Root 1 0 R/Filter/FlateDecode${parameters}/Length ${table.length}>>\nstream\n${table}\nendstream\nendobj\n`;
    return bytesOf(`${file}startxref\n${start}\n%%EOF\n`);
  }

  test.each([0, 12] as const)('with predictor %i', async (predictor) => {
    await expectUsable(compressed(predictor));
  });

  test('with a list of parameters', async () => {
    const source = compressed(12).toString('latin1');
    await expectUsable(
      bytesOf(source.replace(/\/Filter(\/FlateDecode)\/DecodeParms(<<.*?>>)/, '/Filter[$1]/DecodeParms[$2]')),
    );
  });

  test('that cannot be found', async () => {
    await expectUsable(
      bytesOf(
        compressed(12)
          .toString('latin1')
          .replace(/startxref\n\d+/, 'startxref\n3'),
      ),
    );
  });

  test('of a bomb are rejected', async () => {
    const bomb = deflateSync(Buffer.alloc(80 * 1024 * 1024)).toString('latin1');
    const source = compressed(0)
      .toString('latin1')
      .replace(
        /8 0 obj[\s\S]*?endobj/,
        `8 0 obj\n<</Type/ObjStm/N 6/First 40/Filter/FlateDecode/Length ${bomb.length}>>\nstream\n${bomb}\nendstream\nendobj`,
      );
    await expect(inspectTemplate(bytesOf(source), limits)).rejects.toMatchObject({ code: 'PDF_TOO_COMPLEX' });
  });
});

describe('a file that no repair can save is rejected', () => {
  test.each<[string, string, string]>([
    [
      'cut off before the root',
      whole.slice(whole.indexOf('2 0 obj')).replace(/^/, '%PDF-1.7\n').slice(0, 300),
      'PDF_DAMAGED',
    ],
    ['cut off within the page', whole.slice(0, whole.indexOf('/Contents')), 'PDF_DAMAGED'],
    ['cut off within the content', whole.slice(0, whole.indexOf('Template')), 'PDF_DAMAGED'],
    ['cut off before the fields', whole.slice(0, whole.indexOf('5 0 obj')), 'PDF_DAMAGED'],
    ['pages that are none', writeRaw(formWith({ 2: '<</S/JavaScript>>' })), 'PDF_NO_PAGES'],
    ['pages that are missing', writeRaw(formWith({ 2: 'null' })), 'PDF_DAMAGED'],
    [
      'kids that are missing',
      writeRaw(formWith({ 2: '<</Type/Pages/Count 1/Kids[9 0 R]>>' })),
      'PDF_NO_PAGES',
    ],
    [
      'a root nested beyond all measure',
      writeRaw(formWith({ 1: `<</Type/Catalog/Pages 2 0 R/Odd ${'['.repeat(100_000)}>>` })),
      'PDF_DAMAGED',
    ],
  ])('%s', async (_, source, code) => {
    await expect(inspectTemplate(bytesOf(source), limits)).rejects.toMatchObject({
      code,
      name: 'StampingError',
    });
  });
});

test('a file that is noise without its password is reported to need one', async () => {
  const noise = fixture('encrypted-40.pdf')
    .toString('latin1')
    .replace(/\/Root \d+ 0 R/g, '/Root 999 0 R')
    .replaceAll('/Catalog', '/Noise..');
  await expect(inspectTemplate(bytesOf(noise), limits)).rejects.toMatchObject({ code: 'PDF_ENCRYPTED' });
});

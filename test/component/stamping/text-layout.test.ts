import { degrees, PDFDict, PDFName, PDFString, StandardFonts } from '../../../src/stamping/pdf/pdf-lib.ts';
import {
  appearanceOf,
  fixture,
  makePdf,
  pageText,
  renderPage,
  stampRow,
} from '../../support/stamping/filled-pdf.ts';

/** Font size and start of the first text in an appearance. */
function firstText(content: string): { font: string; size: number; x: number; y: number } {
  const match = /(\/\S+) ([\d.]+) Tf\n[^\n]+\n(-?[\d.]+) (-?[\d.]+) Td/.exec(content);
  if (!match) throw new Error(`no text in ${content}`);
  return { font: match[1] ?? '', size: Number(match[2]), x: Number(match[3]), y: Number(match[4]) };
}

const layout = fixture('18-multiline-autosize.pdf');

async function textOf(row: Record<string, string>, mappings?: Parameters<typeof stampRow>[0]['mappings']) {
  const { bytes, problems } = await stampRow({ pdf: layout, row, ...(mappings ? { mappings } : {}) });
  const [name = ''] = mappings ? Object.keys(mappings) : Object.keys(row);
  const content = problems.some(({ severity }) => severity === 'error')
    ? ''
    : await appearanceOf(bytes, name);
  return { content, problems: problems.map(({ severity, code }) => `${severity} ${code}`) };
}

describe('size', () => {
  test('automatic size fills the height of a single line and shrinks for a long one', async () => {
    const short = firstText((await textOf({ Auto: 'short' })).content);
    const long = await textOf({ Auto: 'a text that is far too long for this field at its full height' });
    expect(short.size).toBeGreaterThan(14);
    expect(firstText(long.content).size).toBeLessThan(short.size);
    expect(long.problems).toEqual([]);
  });

  test('automatic size of several lines starts at 12 and shrinks until all fit', async () => {
    expect(firstText((await textOf({ AutoMulti: 'few words' })).content).size).toBe(12);
    const many = await textOf({ AutoMulti: 'word '.repeat(60) });
    expect(firstText(many.content).size).toBeLessThan(9);
    expect(many.problems).toEqual([]);
  });

  test('a text too wide for its fixed size shrinks with a warning, never below 4 points', async () => {
    const wide = await textOf({ Narrow: 'a narrow field' });
    expect(wide.problems).toEqual(['warning TEXT_SHRUNK']);
    const widest = await textOf({ Narrow: 'a narrow field '.repeat(10) });
    expect(firstText(widest.content).size).toBe(4);
    expect(widest.problems).toEqual(['warning TEXT_CLIPPED']);
  });
});

describe('overflow, as the mapping asks', () => {
  const value = 'a narrow field';
  const narrow = (Overflow: 'shrink' | 'wrap' | 'clip' | 'error') =>
    textOf({ C: value }, { Narrow: { ColumnHeader: 'C', Overflow } });

  test('clip keeps the size', async () => {
    const { content, problems } = await narrow('clip');
    expect(firstText(content).size).toBe(12);
    expect(problems).toEqual(['warning TEXT_CLIPPED']);
  });

  test('error rejects the row', async () => {
    expect((await narrow('error')).problems).toEqual(['error TEXT_OVERFLOW']);
  });

  test('wrap breaks the line', async () => {
    expect([...(await narrow('wrap')).content.matchAll(/Tj/g)].length).toBeGreaterThan(1);
  });

  test('several lines wrap at the field width, then shrink', async () => {
    const { content, problems } = await textOf({ Multi: 'many words '.repeat(40) });
    expect(problems).toEqual(['warning TEXT_SHRUNK']);
    expect(firstText(content).size).toBeLessThan(10);
  });

  test('a word wider than the field is broken', async () => {
    const { content } = await textOf({ Multi: 'x'.repeat(120) });
    const pieces = [...content.matchAll(/\((x+)\) Tj/g)].map(([, piece]) => piece?.length ?? 0);
    expect(pieces.length).toBeGreaterThan(1);
    expect(pieces.reduce((sum, length) => sum + length)).toBe(120);
  });
});

describe('place', () => {
  test('quadding of the field, and of the mapping before it', async () => {
    const right = firstText((await textOf({ Right: 'x' })).content);
    expect(right.x).toBeGreaterThan(180);
    const left = firstText(
      (await textOf({ C: 'x' }, { Right: { ColumnHeader: 'C', Align: 'left' } })).content,
    );
    expect(left.x).toBe(2);
    const center = firstText(
      (await textOf({ C: 'x' }, { Right: { ColumnHeader: 'C', Align: 'center' } })).content,
    );
    expect(center.x).toBeGreaterThan(90);
    expect(center.x).toBeLessThan(110);
  });

  test('fields without a default appearance, or with an unknown font, are drawn', async () => {
    expect((await textOf({ NoDA: 'x' })).content).toContain('(x) Tj');
    expect((await textOf({ BadFontDA: 'x' })).content).toContain('(x) Tj');
  });
});

describe("the field's own font", () => {
  const withFont = (encoding: object) =>
    makePdf(async (document) => {
      const page = document.addPage([300, 200]);
      const font = await document.embedFont(StandardFonts.TimesRoman);
      await font.embed();
      const field = document.getForm().createTextField('Name');
      field.addToPage(page, { x: 10, y: 100, width: 200, height: 20, font });
      const { context } = document;
      const own = context.obj({
        Type: 'Font',
        Subtype: 'Type1',
        BaseFont: 'Helvetica',
        FirstChar: 65,
        LastChar: 67,
        Widths: [1000, 2000, 500],
        ...encoding,
      });
      const form = document.catalog.lookup(PDFName.of('AcroForm'), PDFDict);
      form.set(PDFName.of('DR'), context.obj({ Font: { Own: context.register(own) } }));
      field.acroField.dict.set(PDFName.of('DA'), PDFString.of('/Own 10 Tf 1 0 0 rg'));
      field.acroField.dict.set(PDFName.of('Q'), context.obj(2));
      for (const widget of field.acroField.getWidgets()) widget.dict.delete(PDFName.of('DA'));
    });

  test('is used with its widths, size and colour', async () => {
    const { bytes } = await stampRow({ pdf: await withFont({}), row: { Name: 'AB' } });
    const content = await appearanceOf(bytes, 'Name');
    expect(content).toContain('1 0 0 rg');
    // 3,000 thousandths at 10 points, right-aligned with 2 points of padding in 201 points.
    expect(firstText(content)).toMatchObject({ size: 10, x: 169 });
  });

  test('is used with its encoding', async () => {
    const encoding = { Encoding: { Type: 'Encoding', Differences: [65, 'Euro', 'zcaron', 'uni0416'] } };
    const { bytes } = await stampRow({ pdf: await withFont(encoding), row: { Name: '€žЖ' } });
    expect(await appearanceOf(bytes, 'Name')).toContain('(ABC) Tj');
  });

  test('is replaced by the bundled one for characters it does not have', async () => {
    const { bytes } = await stampRow({ pdf: await withFont({}), row: { Name: 'AZ' } });
    expect(await appearanceOf(bytes, 'Name')).toMatch(/<[\da-f]+> Tj/);
  });
});

describe('a composite font of the form', () => {
  const map = `1 begincodespacerange <0000><FFFF> endcodespacerange
2 beginbfchar <0001><0041> <0005><007A030C> endbfchar
2 beginbfrange <0010><0012><0430> <0020><0021>[<0042><D83DDE00>] endbfrange`;
  const pdf = makePdf((document) => {
    const page = document.addPage([300, 200]);
    const { context } = document;
    const field = document.getForm().createTextField('Name');
    field.addToPage(page, { x: 10, y: 100, width: 199, height: 20 });
    const descendant = context.obj({
      Type: 'Font',
      Subtype: 'CIDFontType2',
      DW: 500,
      W: [1, [1000], 16, 18, 700],
    });
    const font = context.obj({
      Type: 'Font',
      Subtype: 'Type0',
      BaseFont: 'Own',
      Encoding: 'Identity-H',
      DescendantFonts: [context.register(descendant)],
      ToUnicode: context.register(context.flateStream(map)),
    });
    const form = document.catalog.lookup(PDFName.of('AcroForm'), PDFDict);
    form.set(PDFName.of('DR'), context.obj({ Font: { Own: context.register(font) } }));
    field.acroField.dict.set(PDFName.of('DA'), PDFString.of('/Own 10 Tf 0 g'));
    field.acroField.dict.set(PDFName.of('Q'), context.obj(2));
    for (const widget of field.acroField.getWidgets()) widget.dict.delete(PDFName.of('DA'));
  });

  test('is written with through its own map and widths', async () => {
    const { bytes } = await stampRow({ pdf: await pdf, row: { Name: 'Aвб😀B' } });
    const content = await appearanceOf(bytes, 'Name');
    expect(content).toContain('<00010012001100210020> Tj');
    // 1,000 + 2 x 700 + 2 x 500 thousandths at 10 points, 2 points from the right edge.
    expect(firstText(content).x).toBeCloseTo(200 - 2 - 34, 0);
  });

  test('gives way to the bundled one for what its map does not have', async () => {
    const { bytes } = await stampRow({ pdf: await pdf, row: { Name: 'AZ' } });
    expect(await appearanceOf(bytes, 'Name')).toContain('/StD0 10 Tf');
  });
});

describe('turned fields and pages', () => {
  test.each([0, 90, 180, 270])(
    'text placed on a page turned by %i degrees is upright at its place',
    async (turn) => {
      const pdf = await makePdf((document) => {
        const page = document.addPage([400, 500]);
        page.setMediaBox(-50, 70, 400, 500);
        page.setCropBox(-20, 90, 340, 450);
        page.setRotation(degrees(turn));
      });
      const mappings = {
        Placed: { ColumnHeader: 'T', Page: 1, X: 10, Y: 20, Width: 120, Height: 14, FontSize: 12 },
      };
      const { bytes } = await stampRow({ pdf, row: { T: 'Placed here' }, mappings });
      const page = await renderPage(bytes);
      const turned = turn % 180 !== 0;
      expect([page.width, page.height]).toEqual(turned ? [900, 680] : [680, 900]);
      const inside = page.darkIn({ x: 8, y: 18, width: 80, height: 18 });
      expect(inside).toBeGreaterThan(50);
      expect(page.darkIn({ x: 0, y: 0, width: page.width / 2 - 1, height: page.height / 2 - 1 })).toBe(
        inside,
      );
      expect(await pageText(bytes)).toContain('Placed here');
    },
  );

  test.each([
    [false, 90],
    [true, 90],
    [false, 180],
    [true, 180],
    [false, 270],
    [true, 270],
  ])(
    'a turned field keeps its text inside its rectangle (flattened: %s, %i degrees)',
    async (flatten, turn) => {
      const pdf = await makePdf((document) => {
        const page = document.addPage([200, 200]);
        const field = document.getForm().createTextField('Name');
        field.addToPage(page, { x: 60, y: 50, width: 40, height: 100, borderWidth: 0 });
        for (const widget of field.acroField.getWidgets()) {
          widget.dict.set(PDFName.of('MK'), document.context.obj({ R: turn }));
        }
        field.acroField.dict.set(PDFName.of('DA'), PDFString.of('/Helv 12 Tf 0 g'));
      });
      const page = await renderPage((await stampRow({ pdf, row: { Name: 'Turned' }, flatten })).bytes);
      const rect = { x: 60, y: 50, width: 40, height: 100 };
      expect(page.darkIn(rect)).toBeGreaterThan(50);
      expect(page.darkIn({ x: 0, y: 0, width: 199, height: 199 })).toBe(page.darkIn(rect));
    },
  );
});

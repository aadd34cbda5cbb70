import { shapeArabic } from '../../../src/stamping/fonts/arabic-shaping.ts';
import {
  createBundledFont,
  findMissing,
  withoutInvisible,
} from '../../../src/stamping/fonts/bundled-font.ts';
import { codePointOfGlyph, glyphNameOf } from '../../../src/stamping/fonts/glyph-names.ts';
import { createStandardFont } from '../../../src/stamping/fonts/simple-font.ts';
import { toVisualOrder } from '../../../src/stamping/fonts/visual-order.ts';
import { measureParagraphs, wrapParagraphs } from '../../../src/stamping/layout/wrap.ts';
import { parseDefaultAppearance } from '../../../src/stamping/pdf/default-appearance.ts';
import { nameObject, textString } from '../../../src/stamping/pdf/text-string.ts';

describe('Arabic letters take the form their neighbours ask for', () => {
  test.each([
    ['a word', 'مرحبا', '\ufee3\ufeae\ufea3\ufe92\ufe8e'],
    ['lam and alef as one', 'سلام', '\ufeb3\ufefc\ufee1'],
    ['marks between letters', 'بَب', '\ufe91\u064e\ufe90'],
    ['a letter that never joins', 'آء بء', '\ufe81\u0621 \ufe8f\u0621'],
    ['a single letter', 'ب', '\ufe8f'],
    ['Persian letters', 'پک', '\ufb58\ufb8f'],
    ['no Arabic at all', 'abc אבג', 'abc אבג'],
  ])('%s', (_, text, shaped) => {
    expect(shapeArabic(text)).toBe(shaped);
  });
});

describe('marks of letters take no width and move no letter', () => {
  test.each([
    ['Arabic, below', 'بِس', 'بس', -1],
    ['Arabic, above', 'بَس', 'بس', 0],
    ['Arabic in a font whose marks are as wide as its letters', 'لَب', 'لب', 1, 'mono'],
    ['Hebrew', 'בּ', 'ב', 0],
  ] as const)('%s', (_, text, letters, side, style: 'sans' | 'mono' = 'sans') => {
    const font = createBundledFont('/F', style);
    const { runs = [], width } = font.encode(text) ?? {};
    const marks = runs.filter(({ show }) => show.startsWith('['));
    expect(marks).toHaveLength(1);
    expect(width).toBe(font.encode(letters)?.width);
    if (side !== 0) expect(Math.sign(marks[0]?.rise ?? 0)).toBe(side);
    const [, before, code = '', after] =
      /^\[(-?\d+)<([\da-f]{4})>(-?\d+)\] TJ$/.exec(marks[0]?.show ?? '') ?? [];
    expect(Number(before) + Number(after)).toBe(font.subset.widths[Number.parseInt(code, 16)]);
    expect(font.encode(letters)?.show).toMatch(/^<[\da-f]+> Tj$/);
  });
});

describe('lines run in the order they are drawn', () => {
  test('right to left, numbers left to right, brackets mirrored', () => {
    expect(toVisualOrder('אבג 123')).toBe('123 גבא');
    expect(toVisualOrder('א(ב)')).toBe('(ב)א');
    expect(toVisualOrder('plain (text)')).toBe('plain (text)');
  });
});

describe('characters', () => {
  test('without a look are not drawn', () => {
    expect(withoutInvisible('a\u200bb\u0000c\u00ad\ufe0fd\u202e')).toBe('abcd');
  });

  test('that no bundled font has are named', () => {
    expect(findMissing('Привет, שלום, مرحبا, Ő', 'sans')).toBeNull();
    expect(findMissing('a東', 'sans')).toBe('東');
  });

  test.each([
    ['zcaron', 0x17e],
    ['Aogonek', 0x104],
    ['uni0416', 0x416],
    ['u1F600', 0x1f600],
    ['Euro', 0x20ac],
    ['a.alt', 0x61],
    ['fi', 0xfb01],
  ])('of the glyph name %s are known', (name, codePoint) => {
    expect(codePointOfGlyph(name)).toBe(codePoint);
  });

  test('unknown glyph names mean nothing', () => {
    expect(codePointOfGlyph('g123')).toBeNull();
    expect(glyphNameOf(0x4e00)).toBeNull();
    expect(glyphNameOf(0x17e)).toBe('zcaron');
  });
});

describe('wrapping', () => {
  const font = createStandardFont('/F', 'Courier');
  const wrap = (text: string, columns: number) =>
    wrapParagraphs(measureParagraphs(text, font), columns * 600, font);

  test('each line runs in the direction of its paragraph', () => {
    const wide = { ...font, widthOf: (text: string) => 600 * withoutInvisible(text).length };
    const lines = (text: string) =>
      wrapParagraphs(measureParagraphs(text, wide), 7 * 600, wide).map((line) =>
        withoutInvisible(toVisualOrder(line)),
      );
    expect(lines('אבג דהו AB גדה')).toEqual(['והד גבא', 'הדג AB']);
    expect(lines('AB CD אבג, EF')).toEqual(['AB CD', 'גבא, EF']);
    expect(wrap('AB CD EF', 7)).toEqual(['AB CD', 'EF']);
  });

  test.each([
    ['at spaces', 'one two three', 7, ['one two', 'three']],
    ['inside a word only when it is alone too long', 'a longword b', 4, ['a', 'long', 'word', 'b']],
    ['with the line breaks of the text', 'a\n\nb', 9, ['a', '', 'b']],
    ['exactly at the limit', 'ab cd', 5, ['ab cd']],
    ['keeping several spaces', 'a  b', 9, ['a  b']],
    ['one character a line at least', 'abc', 0.5, ['a', 'b', 'c']],
  ])('%s', (_, text, columns, lines) => {
    expect(wrap(text, columns)).toEqual(lines);
  });
});

describe('PDF source', () => {
  test.each([
    ['/Helv 12 Tf 0 g', { font: 'Helv', size: 12, color: '0 g' }],
    ['0 0 1 rg /He#6Cv 0 Tf', { font: 'Helv', size: 0, color: '0 0 1 rg' }],
    ['/F1 -9.5 Tf 0 0 0 1 k', { font: 'F1', size: 9.5, color: '0 0 0 1 k' }],
    ['garbage (((', { font: '', size: 0, color: '0 g' }],
    [undefined, { font: '', size: 0, color: '0 g' }],
  ])('default appearance %j', (source, expected) => {
    expect(parseDefaultAppearance(source)).toEqual(expected);
  });

  test.each([
    ['plain', '(plain)'],
    ['a(b)\\c', '(a\\(b\\)\\\\c)'],
    ['Zoë', '(Zo\u00eb)'],
    ['two\nlines', '(two\\nlines)'],
    ['ż', '<FEFF017C>'],
    ['\u00fe\u00ff', '<FEFF00FE00FF>'],
    ['soft\u00adhyphen', '<FEFF0073006F0066007400AD00680079007000680065006E>'],
    ['😀', '<FEFFD83DDE00>'],
  ])('text string %j', (text, source) => {
    expect(textString(text)).toBe(source);
  });

  test('names escape characters that a name cannot hold', () => {
    expect(nameObject('gepr\u00c3\u00bcft 1/2#')).toBe('/gepr#C3#BCft#201#2F2#23');
  });
});

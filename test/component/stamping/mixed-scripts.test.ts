import { PDFName } from '../../../src/stamping/pdf/pdf-lib.ts';
import {
  appearanceOf,
  fieldsOf,
  fixture,
  pageText,
  readValues,
  sampleFont,
  stampRow,
} from '../../support/stamping/filled-pdf.ts';

const pdf = fixture('00-simple.pdf');
const furtherFonts = [sampleFont];
const codePoints = (text: string) => new Set([...text].map((char) => char.codePointAt(0) ?? 0));

const texts = [
  ['Polish and Chinese', 'Łódź 北京市 Żółw'],
  ['Greek and Japanese', 'Ωμέγα 東京'],
  ['Cyrillic and Chinese', 'Київ（中国）12'],
] as const;

describe('a text that no single font has', () => {
  test.each(texts)('%s is drawn, filled and flattened, and can be copied out', async (_, text) => {
    for (const flatten of [false, true]) {
      const { bytes, problems } = await stampRow({ pdf, row: { Name: text }, furtherFonts, flatten });
      expect(problems).toEqual([]);
      if (flatten) expect(await pageText(bytes)).toContain(text);
      else expect(await readValues(bytes)).toMatchObject({ Name: text });
    }
  });

  test.each(texts)('%s is drawn from the subsets of a job', async (_, text) => {
    const job = { pdf, row: { Name: text }, furtherFonts, flatten: true };
    const alone = await stampRow(job);
    const shared = await stampRow({ ...job, characters: codePoints(text) });
    expect(await pageText(shared.bytes)).toContain(text);
    expect(shared.update.length).toBeLessThan(alone.update.length - 1_000);
  });

  test('names in its appearance exactly the fonts it uses, and leaves the default appearance alone', async () => {
    const row = { Name: 'Łódź 北京' };
    const { bytes } = await stampRow({ pdf, row, furtherFonts });
    const content = await appearanceOf(bytes, 'Name');
    const used = new Set([...content.matchAll(/(\/\S+) \S+ Tf/g)].map(([, name]) => name));
    expect(used.size).toBe(2);
    const field = (await fieldsOf(bytes)).find(({ name }) => name === 'Name');
    const appearance = field?.widgets[0]?.dict.lookup(PDFName.of('AP'))?.toString() ?? '';
    expect(appearance).toContain('/N');
    expect(field?.defaultAppearance).toContain('/Helv');
  });

  test('takes the room of all its parts: the right end of a right-aligned one stays where it was', async () => {
    const mappings = { Name: { ColumnHeader: 'Name', Align: 'right' } } as const;
    const startOf = async (text: string) => {
      const { bytes } = await stampRow({ pdf, row: { Name: text }, mappings, furtherFonts });
      return Number(/([\d.]+) [\d.]+ Td/.exec(await appearanceOf(bytes, 'Name'))?.[1]);
    };
    const [polish, chinese, both] = [await startOf('Łó'), await startOf('北京'), await startOf('Łó北京')];
    const end = 2 * (await startOf('北')) - chinese;
    expect(end - both).toBeCloseTo(end - polish + (end - chinese), 1);
  });

  test('has one line of both directions in the order of one font', async () => {
    const row = { Name: 'שלום 東京 עולם' };
    const { bytes } = await stampRow({ pdf, row, furtherFonts, flatten: true });
    expect((await pageText(bytes)).replace(/\s+/g, ' ')).toContain('東京');
  });

  test('with a character no font has is an error that names it', async () => {
    const { problems, update } = await stampRow({ pdf, row: { Name: 'Łódź 北京 한' }, furtherFonts });
    expect(problems).toMatchObject([{ severity: 'error', code: 'GLYPH_MISSING' }]);
    expect(problems[0]?.message).toContain('"한" (U+D55C)');
    expect(update.length).toBe(0);
  });
});

describe('marks of Arabic letters', () => {
  test('are drawn above and below them by the rules of the font', async () => {
    const { bytes } = await stampRow({ pdf, row: { Name: 'لَبِ' } });
    const rises = [...(await appearanceOf(bytes, 'Name')).matchAll(/(-?[\d.]+) Ts/g)].map(([, rise]) =>
      Number(rise),
    );
    expect(Math.max(...rises)).toBeGreaterThan(0);
    expect(Math.min(...rises)).toBeLessThan(0);
    expect(rises.at(-1)).toBe(0);
  });

  test.each([
    ['of a document', undefined],
    ['of a job', codePoints('لَّ')],
  ])('that are adjacent become one glyph, in a subset %s, and both are copied out', async (_, characters) => {
    const row = { Name: 'لَّ' };
    const { bytes } = await stampRow({ pdf, row, flatten: true, ...(characters ? { characters } : {}) });
    const text = (await pageText(bytes)).normalize('NFC');
    expect(text).toContain('\u064e');
    expect(text).toContain('\u0651');
  });
});

import { compileTemplate } from '../../../src/stamping/compile.ts';
import { findOptionalFonts } from '../../../src/stamping/fonts/optional-fonts.ts';
import { createStampingPool } from '../../../src/stamping-pool/stamping-pool.ts';
import { fixture, pageText, sampleFont, stampRow } from '../../support/stamping/filled-pdf.ts';

const pdf = fixture('00-simple.pdf');
const furtherFonts = [sampleFont];
const name = '山田太郎（東京）Taro';

describe('characters that only a further font has', () => {
  test('are drawn and can be copied out', async () => {
    const { bytes, problems } = await stampRow({ pdf, row: { Name: name }, furtherFonts, flatten: true });
    expect(problems).toEqual([]);
    expect(await pageText(bytes)).toContain(name);
  });

  test('give the same bytes every time, and a small subset', async () => {
    const job = { pdf, row: { Name: name }, furtherFonts, flatten: true };
    const first = await stampRow(job);
    expect((await stampRow(job)).bytes.equals(first.bytes)).toBe(true);
    expect(first.update.length).toBeLessThan(8_000);
  });

  test('come from one subset for all documents of a job', async () => {
    const job = { pdf, row: { Name: name }, furtherFonts, flatten: true };
    const alone = await stampRow(job);
    const shared = await stampRow({
      ...job,
      characters: new Set([...name].map((char) => char.charCodeAt(0))),
    });
    expect(shared.update.length).toBeLessThan(alone.update.length - 1_000);
    expect(await pageText(shared.bytes)).toContain(name);
  });

  test('come from subsets of each document where a job has very many', async () => {
    const many = new Set(Array.from({ length: 3_000 }, (_, index) => 0x4e00 + index));
    const compiled = await compileTemplate(pdf, null, { columns: ['Name'], furtherFonts });
    expect(compiled.withFontsFor([...many]).base.length).toBe(compiled.base.length);
    const { bytes } = await stampRow({
      pdf,
      row: { Name: name },
      furtherFonts,
      flatten: true,
      characters: many,
    });
    expect(await pageText(bytes)).toContain(name);
  });

  test('are drawn by the worker threads of the service', async () => {
    const stampingPool = createStampingPool({ threads: 1, timeoutMs: 60_000, furtherFonts });
    try {
      const template = await stampingPool.use(
        { versionId: 1, fileSize: pdf.length, json: null, loadPdf: async () => pdf },
        { columns: ['Name'], flatten: true, owner: 'test' },
      );
      const { bytes, problems } = await template.fill([name]);
      expect(problems).toEqual([]);
      expect(await pageText(bytes)).toContain(name);
    } finally {
      await stampingPool.close();
    }
  });
});

describe('characters no font has are an error of the row', () => {
  const messageFor = async (value: string, fonts: readonly string[] = []) => {
    const { problems } = await stampRow({ pdf, row: { Name: value }, furtherFonts: fonts });
    expect(problems).toMatchObject([{ severity: 'error', code: 'GLYPH_MISSING', column: 'Name', value }]);
    return problems[0]?.message;
  };

  test.each([
    ['東', 'noto-sans-jp', '"東" (U+6771)'],
    ['한', 'noto-sans-kr', '"한" (U+D55C)'],
    ['ㄅ', 'noto-sans-tc', '"ㄅ" (U+3105)'],
  ])('%s: the message names it and the package %s', async (char, font, named) => {
    const message = await messageFor(`a${char}`);
    expect(message).toContain(named);
    expect(message).toContain(`@expo-google-fonts/${font}`);
    expect(message).toContain('STAMP_FONTS');
  });

  test('whose script no package is known for: the setting', async () => {
    const message = await messageFor('क');
    expect(message).toContain('STAMP_FONTS');
    expect(message).not.toContain('@expo');
  });

  test('the further font lacks: its message names the character, not one that is there', async () => {
    expect(await messageFor('東한', furtherFonts)).toContain('"한" (U+D55C)');
  });
});

test('packages that are not installed are no fonts', () => {
  for (const file of findOptionalFonts()) expect(file).toMatch(/NotoSans\w+_400Regular\.ttf$/);
});

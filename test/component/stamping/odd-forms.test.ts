import { inspectTemplate } from '../../../src/stamping/inspect.ts';
import { PDFDocument } from '../../../src/stamping/pdf/pdf-lib.ts';
import {
  appearanceOf,
  pageText,
  readValues,
  renderPage,
  stampRow,
} from '../../support/stamping/filled-pdf.ts';
import { catalog, DA, form, page, pdfWith, text, widget } from '../../support/stamping/raw-form.ts';

const limits = { maxPages: 10 };

/** Where a text begins in an appearance. */
async function startOf(bytes: Uint8Array, name: string, index = 0): Promise<number> {
  const [, x = 'none'] = /([\d.]+) [\d.]+ Td/.exec(await appearanceOf(bytes, name, index)) ?? [];
  return Number(x);
}

describe('names', () => {
  test.each<[string, string, string]>([
    ['UTF-16, big end first', '<FEFF00D60072>', 'Ör'],
    ['UTF-16, little end first', '<FFFEC5006E00>', 'Ån'],
    ['UTF-8 with a mark', '<EFBBBFC396>', 'Ö'],
    ['escapes and a broken line', '(N\\141m\\\ne \\(x\\))', 'Name (x)'],
    ['full stops within one', '(a.b)', 'a.b'],
    ['a reference to one', '10 0 R', 'Far'],
  ])('in %s', async (_, source, name) => {
    const pdf = pdfWith({ 1: catalog('5 0 R'), 3: page('5 0 R'), 5: text(`/T ${source}`), 10: '(Far)' });
    const { bytes } = await stampRow({ pdf, row: { [name]: 'Anna' } });
    expect(await readValues(bytes)).toEqual({ [name]: 'Anna' });
  });

  test.each(['/T()', ''])('a field without one is nothing a row could fill: "%s"', async (members) => {
    const pdf = pdfWith({
      1: catalog('5 0 R 6 0 R'),
      5: text(members),
      6: text('/T(City)', '50 150 250 170'),
    });
    expect((await inspectTemplate(pdf, limits)).fillable).toEqual(['City']);
  });

  test('one name from two subtrees, or once with a full stop in it, is filled at both places', async () => {
    const subtrees = {
      8: '<</T(a)/Kids[5 0 R]>>',
      9: '<</T(a)/Kids[6 0 R]>>',
      5: text('/T(b)/Parent 8 0 R'),
      6: text('/T(b)/Parent 9 0 R', '50 150 250 170'),
    };
    const dotted = { ...subtrees, 5: text('/T(a.b)') };
    for (const objects of [
      { 1: catalog('8 0 R 9 0 R'), ...subtrees },
      { 1: catalog('5 0 R 9 0 R'), ...dotted },
    ]) {
      const { bytes } = await stampRow({ pdf: pdfWith(objects), row: { 'a.b': 'Anna' }, flatten: true });
      expect((await pageText(bytes)).match(/Anna/g)).toHaveLength(2);
    }
  });
});

describe('what a field and its widgets say', () => {
  const kid = (members: string, rect?: string) => widget(`/Parent 8 0 R${members}`, rect);

  test('a widget inherits everything', async () => {
    const pdf = pdfWith({
      1: catalog('8 0 R'),
      3: page('5 0 R'),
      8: `<</T(Name)/FT/Tx/Ff 16777216/MaxLen 5/Q 2${DA}/Kids[5 0 R]>>`,
      5: kid(''),
    });
    const { bytes, problems } = await stampRow({ pdf, row: { Name: 'AB' } });
    expect(problems).toEqual([]);
    // The fourth of five cells 40 points wide, and the fifth.
    const shown = await renderPage(bytes);
    const inCell = (cell: number) => shown.darkIn({ x: 50 + 40 * cell, y: 80, width: 40, height: 20 });
    expect([0, 1, 2, 3, 4].map((cell) => inCell(cell) > 20)).toEqual([false, false, false, true, true]);
    expect((await stampRow({ pdf, row: { Name: 'ABCDEF' } })).problems[0]?.code).toBe('TEXT_TOO_LONG');
  });

  test('a field that says nothing is what its widgets say', async () => {
    const pdf = pdfWith({
      1: catalog('8 0 R'),
      8: '<</T(Name)/Kids[5 0 R 6 0 R]>>',
      5: kid(`/FT/Tx/MaxLen 4${DA}`),
      6: kid(`/FT/Tx/MaxLen 4${DA}`, '50 150 250 170'),
    });
    expect(await inspectTemplate(pdf, limits)).toMatchObject({
      fillable: ['Name'],
      fields: [{ maxLength: 4 }, {}],
    });
    const { bytes } = await stampRow({ pdf, row: { Name: 'Anna' } });
    expect(await readValues(bytes)).toEqual({ Name: 'Anna' });
    const flat = await stampRow({ pdf, row: { Name: 'Anna' }, flatten: true });
    expect((await pageText(flat.bytes)).match(/Anna/g)).toHaveLength(2);
  });

  test('a widget that does not say it is one is one', async () => {
    const pdf = pdfWith({
      1: catalog('5 0 R'),
      3: page('5 0 R'),
      5: text('/T(Name)').replace('/Type/Annot/Subtype/Widget', ''),
    });
    const annotations = async (flatten: boolean) => {
      const { bytes } = await stampRow({ pdf, row: { Name: 'Anna' }, flatten });
      const [first] = (await PDFDocument.load(bytes)).getPages();
      return (
        first?.node
          .Annots()
          ?.asArray()
          .map((item) => first.node.context.lookup(item)?.toString()) ?? []
      );
    };
    // Without it some viewers show nothing at all.
    expect(await annotations(false)).toEqual([expect.stringContaining('/Subtype /Widget')]);
    expect(await annotations(true)).toEqual([]);
  });

  test('each widget aligns as it says itself', async () => {
    const pdf = pdfWith({
      1: catalog('8 0 R'),
      8: `<</T(Name)/FT/Tx${DA}/Kids[5 0 R 6 0 R]>>`,
      5: kid('/Q 2'),
      6: kid('/Q 1', '50 150 250 170'),
    });
    const { bytes } = await stampRow({ pdf, row: { Name: 'AB' } });
    expect(await startOf(bytes, 'Name', 0)).toBeGreaterThan(170);
    expect(await startOf(bytes, 'Name', 1)).toBeCloseTo(92, -1);
  });

  test('a turn that is no quarter turns nothing', async () => {
    const pdf = pdfWith({ 1: catalog('5 0 R'), 3: page('5 0 R'), 5: text('/T(Name)/MK<</R 45>>') });
    const { bytes } = await stampRow({ pdf, row: { Name: 'Anna' }, flatten: true });
    expect(await pageText(bytes)).toContain('Anna');
  });

  test('a turn the other way round is a quarter', async () => {
    const pdf = pdfWith({
      1: catalog('5 0 R'),
      3: page('5 0 R'),
      5: text('/T(Name)/MK<</R -90>>', '50 50 70 250'),
    });
    const { bytes } = await stampRow({ pdf, row: { Name: 'Anna' } });
    const shown = await renderPage(bytes);
    // Read from the top down: the text begins at the upper end.
    expect(shown.darkIn({ x: 50, y: 50, width: 20, height: 60 })).toBeGreaterThan(30);
    expect(shown.darkIn({ x: 50, y: 190, width: 20, height: 60 })).toBe(0);
  });

  test.each(['250 220 50 200', '50 220 250 200'])('corners in any order: %s', async (rect) => {
    const pdf = pdfWith({ 1: catalog('5 0 R'), 3: page('5 0 R'), 5: text('/T(Name)', rect) });
    expect((await inspectTemplate(pdf, limits)).fields[0]).toMatchObject({
      x: 50,
      y: 80,
      width: 200,
      height: 20,
    });
    const shown = await renderPage((await stampRow({ pdf, row: { Name: 'Anna' } })).bytes);
    expect(shown.darkIn({ x: 50, y: 80, width: 40, height: 20 })).toBeGreaterThan(30);
  });

  test('a page whose corner is below nought', async () => {
    const pdf = pdfWith({
      1: catalog('5 0 R'),
      3: page('5 0 R', '/MediaBox[-100 -100 200 200]'),
      5: text('/T(Name)', '-90 -20 110 0'),
    });
    expect((await inspectTemplate(pdf, limits)).fields[0]).toMatchObject({ x: 10, y: 200 });
    const shown = await renderPage((await stampRow({ pdf, row: { Name: 'Anna' }, flatten: true })).bytes);
    expect(shown.darkIn({ x: 10, y: 200, width: 40, height: 20 })).toBeGreaterThan(30);
  });

  test.each([
    ['combed without a limit is plain text', '/Ff 16777216/MaxLen 0', 'a longer value'],
    ['rich is plain once filled', '/Ff 33554432/RV(<body>x</body>)/DS(font: 12pt)', 'Anna'],
    ['with a size below nought', '', 'Anna', '/DA(/Helv -12 Tf 0 g)'],
    ['with more than text in its default appearance', '', 'Anna', '/DA(1 0 0 rg BT /Helv 12 Tf ET Q)'],
  ])('a text field %s', async (_, members, value, appearance = DA) => {
    const pdf = pdfWith({
      1: catalog('5 0 R'),
      3: page('5 0 R'),
      5: text(`/T(Name)${members}`).replace(DA, appearance),
    });
    const { bytes, problems } = await stampRow({ pdf, row: { Name: value } });
    expect(problems).toEqual([]);
    expect(await readValues(bytes)).toEqual({ Name: value });
    expect(await appearanceOf(bytes, 'Name')).toContain(' 12 Tf');
    expect(await appearanceOf(bytes, 'Name')).toContain(`(${value}) Tj`);
  });

  test('fields that share an appearance do not share their values', async () => {
    const pdf = pdfWith({
      5: text('/T(Name)/AP 11 0 R'),
      6: text('/T(City)/AP 11 0 R', '50 150 250 170'),
      10: form('q Q'),
      11: '<</N 10 0 R>>',
    });
    const { bytes } = await stampRow({ pdf, row: { Name: 'Anna', City: 'Oslo' } });
    expect(await appearanceOf(bytes, 'Name')).toContain('(Anna)');
    expect(await appearanceOf(bytes, 'City')).toContain('(Oslo)');
  });
});

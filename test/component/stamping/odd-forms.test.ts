import { inspectTemplate } from '../../../src/stamping/inspect.ts';
import { appearanceOf, pageText, readBack, readValues, renderPage, stampRow } from './filled-pdf.ts';
import { bytesOf, formWith, writeRaw } from './raw-pdf.ts';

/** Sources for what real programs write now and then. */
const DA = '/DA(/Helv 12 Tf 0 g)';
const catalog = (fields: string, more = '') =>
  `<</Type/Catalog/Pages 2 0 R${more}/AcroForm<</Fields[${fields}]${DA}/DR<</Font<</Helv 7 0 R>>>>>>>>`;
const page = (annotations: string, more = '') =>
  `<</Type/Page/Parent 2 0 R/Contents 4 0 R/Resources<</Font<</F1 7 0 R>>>>/Annots[${annotations}]${more}>>`;
const widget = (members: string, rect = '50 200 250 220') =>
  `<</Type/Annot/Subtype/Widget/Rect[${rect}]/F 4/P 3 0 R${members}>>`;
const text = (members: string, rect?: string) => widget(`/FT/Tx${DA}${members}`, rect);
const form = (content: string, members = '/BBox[0 0 20 20]') =>
  `<</Type/XObject/Subtype/Form${members}/Resources<</Font<</F1 7 0 R>>>>/Length ${content.length}>>\nstream\n${content}\nendstream`;
const pdfWith = (objects: Record<number, string>) => bytesOf(writeRaw(formWith({ 6: 'null', ...objects })));
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

  test('a page whose corner lies below nought', async () => {
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

describe('where widgets are shown', () => {
  const two = '<</Type/Pages/Count 2/Kids[3 0 R 8 0 R]/MediaBox[0 0 300 300]>>';

  test.each([false, true])('on two pages at once (flattened: %s)', async (flatten) => {
    const button = widget('/FT/Btn/T(Box)/AP<</N<</Yes 9 0 R/Off 10 0 R>>>>/AS/Off', '50 100 70 120');
    const pdf = pdfWith({
      1: catalog('5 0 R 6 0 R 11 0 R'),
      2: two,
      3: page('5 0 R 6 0 R 11 0 R'),
      8: page('5 0 R 6 0 R 11 0 R'),
      5: text('/T(Name)'),
      6: button,
      9: form('0 0 20 20 re f'),
      10: form('q Q'),
      11: text('/T(Kept)/V(x)/AP<</N 9 0 R>>', '50 150 70 170'),
    });
    const { bytes } = await stampRow({ pdf, row: { Name: 'Anna', Box: 'yes' }, flatten });
    for (const index of [0, 1]) {
      const shown = await renderPage(bytes, index);
      expect(shown.darkIn({ x: 50, y: 80, width: 40, height: 20 })).toBeGreaterThan(30);
      expect(shown.darkIn({ x: 50, y: 180, width: 20, height: 20 })).toBeGreaterThan(1000);
      expect(shown.darkIn({ x: 50, y: 130, width: 20, height: 20 })).toBeGreaterThan(1000);
    }
  });

  test('on no page: the value is stored, and nothing is drawn', async () => {
    const pdf = pdfWith({ 1: catalog('5 0 R'), 3: page(''), 5: text('/T(Name)') });
    const { bytes } = await stampRow({ pdf, row: { Name: 'Anna' } });
    expect(await readValues(bytes)).toEqual({ Name: 'Anna' });
    expect(
      await pageText((await stampRow({ pdf, row: { Name: 'Anna' }, flatten: true })).bytes),
    ).not.toContain('Anna');
  });

  test.each([
    [0, true],
    [1, true],
    [4, true],
    [2, false],
    [32, false],
    [36, false],
  ])('with flags %i: shown in a flattened document: %s', async (flags, isShown) => {
    const source = text('/T(Name)').replace('/F 4', `/F ${flags}`);
    const pdf = pdfWith({ 1: catalog('5 0 R'), 3: page('5 0 R'), 5: source });
    const { bytes } = await stampRow({ pdf, row: { Name: 'Anna' }, flatten: true });
    expect((await pageText(bytes)).includes('Anna')).toBe(isShown);
  });

  const off = '/OCProperties<</OCGs[8 0 R 9 0 R]/D<</OFF[8 0 R]>>>>';
  const onlyOn = '/OCProperties<</OCGs[8 0 R 9 0 R]/D<</BaseState/OFF/ON[9 0 R]>>>>';
  test.each([
    ['off', off, '8 0 R', false],
    ['on', off, '9 0 R', true],
    ['off as all are', onlyOn, '8 0 R', false],
    ['on as the only one', onlyOn, '9 0 R', true],
    ['off by its membership', off, '<</Type/OCMD/OCGs 8 0 R>>', false],
    ['on by one of its layers', off, '<</Type/OCMD/OCGs[8 0 R 9 0 R]>>', true],
    ['of a document without layers', '', '8 0 R', true],
  ])('on a layer that is %s', async (_, layers, layer, isShown) => {
    const pdf = pdfWith({
      1: catalog('5 0 R 6 0 R', layers),
      5: text(`/T(Name)/OC ${layer}`),
      6: text(`/T(City)/OC ${layer}/AP<</N 10 0 R>>`, '50 150 250 170'),
      8: '<</Type/OCG/Name(One)>>',
      9: '<</Type/OCG/Name(Other)>>',
      10: form('BT /F1 12 Tf 5 5 Td (Kept) Tj ET', '/BBox[0 0 200 20]'),
    });
    const shown = await pageText((await stampRow({ pdf, row: { Name: 'Anna' }, flatten: true })).bytes);
    expect(['Anna', 'Kept'].map((value) => shown.includes(value))).toEqual([isShown, isShown]);
  });
});

describe('buttons', () => {
  const states = { 9: form('0 0 20 20 re f'), 10: form('0 0 20 20 re S') };
  const button = (on: string, rect: string) =>
    widget(`/Parent 8 0 R/AP<</N<</${on} 9 0 R/Off 10 0 R>>>>/AS/Off`, rect);
  const group = (members: string, ons: [string, string, string]) =>
    pdfWith({
      ...states,
      1: catalog('8 0 R'),
      3: page('5 0 R 6 0 R 11 0 R'),
      8: `<</T(Pay)/FT/Btn${members}/Kids[5 0 R 6 0 R 11 0 R]>>`,
      5: button(ons[0], '50 200 70 220'),
      6: button(ons[1], '50 150 70 170'),
      11: button(ons[2], '50 100 70 120'),
    });

  test.each([
    ['in unison', '/Ff 33603584'],
    ['of one state', '/Ff 49152'],
  ])('radio buttons %s are on together', async (_, members) => {
    const { bytes } = await stampRow({ pdf: group(members, ['A', 'A', 'B']), row: { Pay: 'A' } });
    expect((await readBack(bytes)).Pay).toEqual({ value: 'A', states: ['A', 'A', 'Off'] });
  });

  test('an export value two buttons have is the first of them', async () => {
    const pdf = group('/Ff 49152/Opt[(Yes)(Yes)(No)]', ['0', '1', '2']);
    expect((await readBack((await stampRow({ pdf, row: { Pay: 'Yes' } })).bytes)).Pay?.states).toEqual([
      '0',
      'Off',
      'Off',
    ]);
  });

  test.each([
    ['no state but Off', '/AP<</N<</Off 10 0 R>>>>/AS/Off/V/Off', 'yes', 'Yes'],
    ['a stream in the place of its states', '/AP<</N 10 0 R>>', 'yes', 'Yes'],
    ['a text for its value', '/V(Yes)/AS/Off/AP<</N<</Yes 9 0 R/Off 10 0 R>>>>', 'no', 'Off'],
    ['a name for its state Off', '/V/1/AS/1/AP<</N<</1 9 0 R/Off/Off>>>>', 'no', 'Off'],
  ])('a check box with %s', async (_, members, value, state) => {
    const pdf = pdfWith({
      ...states,
      1: catalog('5 0 R'),
      3: page('5 0 R'),
      5: widget(`/FT/Btn/T(Box)${members}`, '50 200 70 220'),
    });
    const { bytes } = await stampRow({ pdf, row: { Box: value } });
    expect((await readBack(bytes)).Box).toEqual({ value: state, states: [state] });
  });

  test.each([false, true])(
    'an appearance no viewer has to show is drawn anew (flattened: %s)',
    async (flatten) => {
      const pdf = pdfWith({
        1: catalog('5 0 R'),
        3: page('5 0 R'),
        5: widget('/FT/Btn/T(Box)/AP<</N<</1 9 0 R>>>>', '50 200 70 220'),
        9: form('BT /F1 25 Tf (4) Tj ET', ''),
      });
      const { bytes } = await stampRow({ pdf, row: { Box: 'yes' }, flatten });
      expect((await renderPage(bytes)).darkIn({ x: 50, y: 80, width: 20, height: 20 })).toBeGreaterThan(50);
    },
  );
});

describe('choices', () => {
  const choice = (members: string) =>
    pdfWith({
      1: catalog('5 0 R'),
      3: page('5 0 R'),
      5: widget(`/FT/Ch${DA}/T(Pick)${members}`, '50 100 250 220'),
    });

  test('pairs, half pairs and plain options side by side', async () => {
    const pdf = choice('/Ff 131072/Opt[[(DE)(Germany)](Plain)[(X)]]');
    for (const [value, stored, shown] of [
      ['germany', 'DE', 'Germany'],
      ['Plain', 'Plain', 'Plain'],
      ['X', 'X', 'X'],
    ]) {
      const { bytes } = await stampRow({ pdf, row: { Pick: value ?? '' } });
      expect((await readValues(bytes)).Pick).toBe(stored);
      expect(await appearanceOf(bytes, 'Pick')).toContain(`(${shown}) Tj`);
    }
  });

  test('what was chosen before does not stay chosen', async () => {
    const pdf = choice('/Ff 2097152/I[0]/V(a)/TI 1/Opt[(a)(b)(c)]');
    const { bytes } = await stampRow({ pdf, row: { Pick: 'b; c' } });
    expect((await readValues(bytes)).Pick).toEqual(['b', 'c']);
    expect(Buffer.from(bytes).toString('latin1')).toContain('/I[1 2]');
    expect(Buffer.from(bytes).toString('latin1')).not.toContain('/I[0]');
  });

  test('a list without options is told as that', async () => {
    const { problems } = await stampRow({ pdf: choice('/Ff 131072'), row: { Pick: 'x' } });
    expect(problems).toMatchObject([{ code: 'OPTION_UNKNOWN' }]);
    expect(problems[0]?.message).toMatch(/^The field has no options/);
  });
});

import {
  appearanceOf,
  pageText,
  readBack,
  readValues,
  renderPage,
  stampRow,
} from '../../support/stamping/filled-pdf.ts';
import { catalog, DA, form, page, pdfWith, text, widget } from '../../support/stamping/raw-form.ts';

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
    'an appearance no viewer has to show is drawn again (flattened: %s)',
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

  test('the earlier choice does not stay chosen', async () => {
    const pdf = choice('/Ff 2097152/I[0]/V(a)/TI 1/Opt[(a)(b)(c)]');
    const { bytes } = await stampRow({ pdf, row: { Pick: 'b; c' } });
    expect((await readValues(bytes)).Pick).toEqual(['b', 'c']);
    expect(Buffer.from(bytes).toString('latin1')).toContain('/I[1 2]');
    expect(Buffer.from(bytes).toString('latin1')).not.toContain('/I[0]');
  });

  test('a list without options is reported as such', async () => {
    const { problems } = await stampRow({ pdf: choice('/Ff 131072'), row: { Pick: 'x' } });
    expect(problems).toMatchObject([{ code: 'OPTION_UNKNOWN' }]);
    expect(problems[0]?.message).toMatch(/^The field has no options/);
  });
});

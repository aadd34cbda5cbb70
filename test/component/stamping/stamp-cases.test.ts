import {
  appearanceOf,
  fixture,
  pageText,
  readBack,
  readValues,
  renderPage,
  stampRow,
} from '../../support/stamping/filled-pdf.ts';

const codes = (problems: { code: string }[]) => problems.map(({ code }) => code);

describe('finding the field', () => {
  test('fields that share a leaf name under different parents stay apart', async () => {
    const row = { 'customer.name': 'A', 'customer.city': 'B', 'company.name': 'C', name: 'D' };
    const { bytes } = await stampRow({ pdf: fixture('01-hierarchical-names.pdf'), row });
    expect(await readValues(bytes)).toEqual(row);
  });

  test('a column for one parent does not touch the other', async () => {
    const { bytes } = await stampRow({
      pdf: fixture('01-hierarchical-names.pdf'),
      row: { 'customer.name': 'A' },
    });
    expect(await readValues(bytes)).toMatchObject({
      'customer.name': 'A',
      'company.name': undefined,
      name: undefined,
    });
  });

  test.each(['15-leading-junk.pdf', '15b-trailing-junk.pdf'])(
    'bytes around the PDF do not matter: %s',
    async (name) => {
      const { bytes } = await stampRow({
        pdf: fixture(name),
        row: { Name: 'Anna', City: 'Bergen', Zip: '5003' },
      });
      expect(await readValues(bytes)).toEqual({ Name: 'Anna', City: 'Bergen', Zip: '5003' });
    },
  );

  test('a cyclic field tree is filled and ends', async () => {
    const { bytes } = await stampRow({ pdf: fixture('29-field-tree-cycle.pdf'), row: { 'loop.leaf': 'x' } });
    expect(await readValues(bytes)).toEqual({ 'loop.leaf': 'x' });
  });
});

describe('check boxes whose on-state is not called Yes', () => {
  const names = ['AgreeJa', 'AgreeOn', 'Agree1', 'PreChecked', 'NoOffAP', 'NoAP', 'NonAscii'];
  const onStates = ['Ja', 'On', '1', 'Yes', 'Yes', 'Yes', 'gepr\u00c3\u00bcft'];
  const stamp = (value: string, flatten = false) =>
    stampRow({
      pdf: fixture('03-checkbox-states.pdf'),
      row: Object.fromEntries(names.map((name) => [name, value])),
      flatten,
    });

  test.each(['TRUE', 'yes', 'Ja', 'oui', 'si', 'X', '1', 'on', 'checked'])(
    '%s ticks each of them',
    async (value) => {
      const { bytes, problems } = await stamp(value);
      const fields = await readBack(bytes);
      expect(problems).toEqual([]);
      expect(names.map((name) => fields[name])).toEqual(
        onStates.map((state) => ({ value: state, states: [state] })),
      );
    },
  );

  test.each(['', ' ', 'false', 'No', 'nein', 'non', '0', 'off', 'unchecked'])(
    '%j clears each of them',
    async (value) => {
      const fields = await readBack((await stamp(value)).bytes);
      expect(names.map((name) => fields[name])).toEqual(names.map(() => ({ value: 'Off', states: ['Off'] })));
    },
  );

  test("a box's own state ticks it, whatever its case and alphabet", async () => {
    const { bytes } = await stampRow({
      pdf: fixture('03-checkbox-states.pdf'),
      row: { NonAscii: 'GEPRÜFT' },
    });
    expect((await readBack(bytes)).NonAscii?.states).toEqual(['gepr\u00c3\u00bcft']);
  });

  test('a value that is neither yes nor no is an error of the row', async () => {
    const { problems, update } = await stamp('maybe');
    expect(new Set(codes(problems))).toEqual(new Set(['CHECKBOX_VALUE_INVALID']));
    expect(problems.map(({ column }) => column)).toEqual(names);
    expect(update.length).toBe(0);
  });

  test.each([false, true])('a box without any appearance is drawn (flattened: %s)', async (flatten) => {
    const box = { x: 121, y: 321, width: 16, height: 20 };
    const on = await renderPage((await stamp('yes', flatten)).bytes);
    const off = await renderPage((await stamp('', flatten)).bytes);
    expect(on.darkIn(box)).toBeGreaterThan(off.darkIn(box) + 20);
  });
});

describe('choice fields', () => {
  const stamp = (row: Record<string, string>, flatten = false) =>
    stampRow({ pdf: fixture('05-choice-fields.pdf'), row, flatten });

  test.each(['DE', 'Germany', 'germany'])('%s stores the export value and shows the label', async (value) => {
    const { bytes } = await stamp({ Country: value });
    expect((await readValues(bytes)).Country).toBe('DE');
    expect(await appearanceOf(bytes, 'Country')).toContain('(Germany) Tj');
  });

  test('an option that does not exist is an error of the row, never a new option', async () => {
    const { problems, update } = await stamp({ Size: 'XL' });
    expect(problems).toMatchObject([
      { severity: 'error', code: 'OPTION_UNKNOWN', column: 'Size', value: 'XL' },
    ]);
    expect(problems[0]?.message).toContain('S, M, L');
    expect(update.length).toBe(0);
  });

  test('an editable field keeps free text', async () => {
    const { bytes } = await stamp({ Free: 'something else' });
    expect((await readValues(bytes)).Free).toBe('something else');
  });

  test('a list that allows several takes several', async () => {
    const { bytes } = await stamp({ Multi: 'blue; red' });
    expect((await readValues(bytes)).Multi).toEqual(['red', 'blue']);
    expect(await pageText((await stamp({ Multi: 'blue' }, true)).bytes)).toContain('green');
  });

  test('a blank clears the choice', async () => {
    const { bytes, problems } = await stamp({ Country: '', Multi: '' });
    expect(problems).toEqual([]);
    expect(await readValues(bytes)).toMatchObject({ Country: '', Multi: '' });
  });
});

describe('MaxLen and comb fields', () => {
  const stamp = (row: Record<string, string>) => stampRow({ pdf: fixture('06-comb-maxlen.pdf'), row });

  test('a value over the limit is an error of the row, for text and comb alike', async () => {
    const { problems } = await stamp({ Zip5: '123456', Plate: 'ABCDEFGHI' });
    expect(codes(problems)).toEqual(['TEXT_TOO_LONG', 'TEXT_TOO_LONG']);
  });

  test('a limit of 0 is none', async () => {
    const { bytes, problems } = await stamp({ Max0: 'as long as you like' });
    expect(problems).toEqual([]);
    expect((await readValues(bytes)).Max0).toBe('as long as you like');
  });

  test('the limit counts characters, not code units', async () => {
    expect((await stamp({ Zip5: 'Zoe\u0308ab' })).problems).toEqual([]);
  });

  test('comb characters sit in cells of equal width', async () => {
    const { bytes } = await stamp({ Iban: 'DE02120300000000202051', Plate: 'AB12' });
    const content = await appearanceOf(bytes, 'Iban');
    const steps = [...content.matchAll(/([\d.]+) 0 Td\n\(0\) Tj\n(?=[\d.]+ 0 Td\n\(0\))/g)].map(([, step]) =>
      Number(step),
    );
    expect(steps.length).toBeGreaterThan(5);
    // The first zero of a run follows another digit of the same width.
    for (const step of steps) expect(step).toBeCloseTo(15, 0);
    const plate = await appearanceOf(bytes, 'Plate');
    expect([...plate.matchAll(/Tj/g)]).toHaveLength(4);
  });

  test('letters that run from right to left are in that order, each with its marks in one cell', async () => {
    const stamped = await renderPage((await stamp({ Plate: 'ש\u05C1י' })).bytes);
    // The two cells in the middle of eight; yod, the second letter, is a small one.
    const [left, right] = [176, 195].map((x) => stamped.darkIn({ x: x + 2, y: 202, width: 14, height: 16 }));
    expect(left).toBeGreaterThan(0);
    expect(right).toBeGreaterThan((left ?? 0) * 1.5);
  });
});

describe('values show without help from the viewer', () => {
  test.each([false, true])('in a field without an appearance too (flattened: %s)', async (flatten) => {
    const pdf = fixture('11b-widget-without-appearance.pdf');
    const filled = await renderPage(
      (await stampRow({ pdf, row: { Name: 'Anna', City: 'Bergen' }, flatten })).bytes,
    );
    const blank = await renderPage((await stampRow({ pdf, row: { Name: '', City: '' }, flatten })).bytes);
    for (const box of [
      { x: 122, y: 83, width: 60, height: 16 },
      { x: 122, y: 123, width: 60, height: 16 },
    ]) {
      expect(filled.darkIn(box)).toBeGreaterThan(blank.darkIn(box) + 20);
    }
  });
});

describe('names beyond Windows-1252', () => {
  const values = [
    'Zażółć gęślą jaźń',
    'Ő Ű',
    'Привет',
    'مرحبا 123',
    'כתובת 12345',
    'Zoe\u0308',
    'office \ufb01',
    'A\u00a0B\u200bC',
    '„quoted“ – dash…',
    '\u00fe\u00ff mark',
    'back\\slash (and) brackets',
  ];

  test.each(values)('%s is kept exactly', async (value) => {
    const { bytes, problems } = await stampRow({ pdf: fixture('00-simple.pdf'), row: { Name: value } });
    expect(problems).toEqual([]);
    expect((await readValues(bytes)).Name).toBe(value);
  });

  test.each([
    ['Zażółć gęślą jaźń', 'Zażółć gęślą jaźń'],
    ['Ő Ű', 'Ő Ű'],
    ['Привет', 'Привет'],
    ['„quoted“ – dash…', '„quoted“ – dash…'],
    ['Zoe\u0308', 'Zoë'],
  ])('%s is drawn with its letters', async (value, drawn) => {
    const { bytes } = await stampRow({ pdf: fixture('00-simple.pdf'), row: { Name: value }, flatten: true });
    expect(await pageText(bytes)).toContain(drawn);
  });

  test.each([
    ['CJK', '東京都', '東'],
    ['emoji', '👩‍👧', '👩'],
  ])('%s that no font has is an error that names the character', async (_, value, char) => {
    const { problems, update } = await stampRow({ pdf: fixture('00-simple.pdf'), row: { Name: value } });
    expect(problems).toMatchObject([{ severity: 'error', code: 'GLYPH_MISSING', column: 'Name', value }]);
    expect(problems[0]?.message).toContain(char);
    expect(update.length).toBe(0);
  });

  test.each(['Привет', 'مرحبا', 'כתובת', 'Żółć'])('%s has ink', async (value) => {
    const pdf = fixture('00-simple.pdf');
    const box = { x: 122, y: 83, width: 90, height: 16 };
    const filled = await renderPage((await stampRow({ pdf, row: { Name: value } })).bytes);
    const blank = await renderPage((await stampRow({ pdf, row: { Name: '' } })).bytes);
    expect(filled.darkIn(box)).toBeGreaterThan(blank.darkIn(box) + 60);
  });

  test('one subset in the base serves all rows when the characters are known', async () => {
    const characters = new Set([...values.join('')].map((char) => char.codePointAt(0) ?? 0));
    for (const value of values) {
      const { update, bytes } = await stampRow({
        pdf: fixture('00-simple.pdf'),
        row: { Name: value },
        characters,
      });
      expect(update.length).toBeLessThan(1500);
      expect((await readValues(bytes)).Name).toBe(value);
    }
  });

  test('a character that was not announced gets a subset of its own', async () => {
    const { bytes, problems } = await stampRow({
      pdf: fixture('00-simple.pdf'),
      row: { Name: 'Привет' },
      characters: new Set([0x41]),
      flatten: true,
    });
    expect(problems).toEqual([]);
    expect(await pageText(bytes)).toContain('Привет');
  });
});

describe('line breaks', () => {
  const value = '1 High St\r\nFlat 2\rOslo';

  test('each is one line in a multi-line field', async () => {
    const { bytes } = await stampRow({ pdf: fixture('18-multiline-autosize.pdf'), row: { Multi: value } });
    const content = await appearanceOf(bytes, 'Multi');
    const drops = [...content.matchAll(/ (-?[\d.]+) Td/g)].map(([, y]) => Number(y));
    expect([...content.matchAll(/\((.*)\) Tj/g)].map(([, text]) => text)).toEqual([
      '1 High St',
      'Flat 2',
      'Oslo',
    ]);
    expect(drops[1]).toBeCloseTo(drops[2] ?? 0, 2);
  });

  test('and a space in a single-line field', async () => {
    const { bytes } = await stampRow({ pdf: fixture('18-multiline-autosize.pdf'), row: { Name: value } });
    expect((await readValues(bytes)).Name).toBe('1 High St Flat 2 Oslo');
  });
});

import { inspectTemplate } from '../../../src/stamping/inspect.ts';
import { PDFDocument, PDFName } from '../../../src/stamping/pdf/pdf-lib.ts';
import { pageText, readBack, renderPage, stampRow } from '../../support/stamping/filled-pdf.ts';
import { bytesOf, formWith, writeRaw } from '../../support/stamping/raw-pdf.ts';

const limits = { maxPages: 500 };
const mark = '<</Type/XObject/Subtype/Form/BBox[0 0 20 20]/Length 15>>\nstream\n5 5 10 10 re f \nendstream';
const empty = '<</Type/XObject/Subtype/Form/BBox[0 0 20 20]/Length 0>>\nstream\n\nendstream';
const pageWith = (annotations: string, content = '4 0 R') =>
  `<</Type/Page/Parent 2 0 R/Contents ${content}/Resources<</Font<</F1 7 0 R>>>>/Annots[${annotations}]>>`;
const button = (state: string, y: number, members: string) =>
  `<</Type/Annot/Subtype/Widget/F 4/Rect[50 ${y} 70 ${y + 20}]/AP<</N<</${state} 11 0 R/Off 12 0 R>>>>/AS/Off${members}>>`;
const catalog = (fields: string) =>
  `<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[${fields}]/DA(/Helv 12 Tf 0 g)>>>>`;

describe('radio buttons whose group is not as it should be', () => {
  test('a group that does not list its buttons is found from the page', async () => {
    const pdf = bytesOf(
      writeRaw(
        formWith({
          1: catalog('8 0 R 9 0 R'),
          3: pageWith('8 0 R 9 0 R'),
          8: button('0', 200, '/Parent 10 0 R'),
          9: button('1', 150, '/Parent 10 0 R'),
          10: '<</FT/Btn/Ff 49152/T(Veg)/V/0/Opt[(Carrot)(Potato)]>>',
          11: mark,
          12: empty,
        }),
      ),
    );
    const { fields, fillable } = await inspectTemplate(pdf, limits);
    expect(fillable).toEqual(['Veg']);
    expect(fields.map(({ options }) => options.map(({ value }) => value))).toEqual([
      ['Carrot', 'Potato'],
      ['Carrot', 'Potato'],
    ]);
    const { bytes } = await stampRow({ pdf, row: { Veg: 'Potato' } });
    expect(await readBack(bytes)).toEqual({ Veg: { value: '1', states: ['Off', '1'] } });
  });

  test('states named with small hexadecimal digits are read as what they say', async () => {
    const members = '/FT/Btn/T(Yes)';
    const objects = { 3: pageWith('8 0 R'), 8: button('gepr#c3#bcft', 200, members), 11: mark, 12: empty };
    const pdf = bytesOf(writeRaw(formWith({ 1: catalog('8 0 R'), ...objects })));
    const { fields } = await inspectTemplate(pdf, limits);
    expect(fields[0]?.options).toEqual([{ value: 'geprüft', label: 'geprüft' }]);
    const { bytes } = await stampRow({ pdf, row: { Yes: 'geprüft' } });
    expect((await renderPage(bytes)).darkIn({ x: 50, y: 80, width: 20, height: 20 })).toBeGreaterThan(100);
  });

  test('a state whose name holds a number sign keeps its own mark when it is drawn into the page', async () => {
    const objects = {
      3: pageWith('8 0 R'),
      8: button('A#2320B', 200, '/FT/Btn/T(Yes)'),
      11: mark,
      12: empty,
    };
    const pdf = bytesOf(writeRaw(formWith({ 1: catalog('8 0 R'), ...objects })));
    const { bytes } = await stampRow({ pdf, row: { Yes: 'A#20B' }, flatten: true });
    expect(await pageText(bytes)).toBe('Template');
    expect((await renderPage(bytes)).darkIn({ x: 50, y: 80, width: 20, height: 20 })).toBeGreaterThan(100);
  });

  test('buttons that are fields of one name are one choice', async () => {
    const members = '/FT/Btn/Ff 49152/T(Pay)';
    const pdf = bytesOf(
      writeRaw(
        formWith({
          1: catalog('8 0 R 9 0 R'),
          3: pageWith('8 0 R 9 0 R'),
          8: button('Card', 200, members),
          9: button('Cash', 150, members),
          11: mark,
          12: empty,
        }),
      ),
    );
    for (const [value, shown] of [
      ['Card', [true, false]],
      ['Cash', [false, true]],
    ] as const) {
      for (const flatten of [false, true]) {
        const { bytes, problems } = await stampRow({ pdf, row: { Pay: value }, flatten });
        expect(problems).toEqual([]);
        const { darkIn } = await renderPage(bytes);
        expect([80, 130].map((y) => darkIn({ x: 50, y, width: 20, height: 20 }) > 100)).toEqual(shown);
      }
    }
    expect((await stampRow({ pdf, row: { Pay: 'Cheque' } })).problems).toMatchObject([
      { code: 'OPTION_UNKNOWN' },
    ]);
  });
});

test('a nameless node between a field and its widgets is no field: the value is in the field', async () => {
  const pdf = bytesOf(
    writeRaw(
      formWith({
        1: catalog('8 0 R'),
        3: pageWith('5 0 R'),
        5: '<</Type/Annot/Subtype/Widget/F 4/P 3 0 R/Parent 9 0 R/DA(/Helv 12 Tf 0 g)/Rect[50 200 250 220]>>',
        8: '<</FT/Tx/T(Name)/V(old)/MaxLen 9/Kids[9 0 R]>>',
        9: '<</FT/Tx/V(older)/Parent 8 0 R/Kids[5 0 R]>>',
      }),
    ),
  );
  expect(await inspectTemplate(pdf, limits)).toMatchObject({
    fillable: ['Name'],
    fields: [{ maxLength: 9 }],
  });
  const { bytes } = await stampRow({ pdf, row: { Name: 'Anna' } });
  const form = (await PDFDocument.load(bytes)).getForm();
  expect(form.getTextField('Name').getText()).toBe('Anna');
  expect((await renderPage(bytes)).darkIn({ x: 50, y: 80, width: 60, height: 20 })).toBeGreaterThan(20);
});

describe('annotations below fields', () => {
  const cover = (members: string) =>
    `<</Type/Annot/Subtype/Square/F 4/Rect[20 120 280 240]/AP<</N 9 0 R>>${members}>>`;
  const form = (annotations: string, members = '') =>
    bytesOf(
      writeRaw(
        formWith({
          3: pageWith(annotations),
          8: cover(members),
          9: '<</Type/XObject/Subtype/Form/BBox[0 0 260 120]/Length 31>>\nstream\n0.9 1 0.9 rg 0 0 260 120 re f \n\nendstream',
        }),
      ),
    );
  const name = { x: 50, y: 80, width: 60, height: 20 };

  test('do not cover the filled fields', async () => {
    const { bytes } = await stampRow({
      pdf: form('8 0 R 5 0 R 6 0 R'),
      row: { Name: 'Anna' },
      flatten: true,
    });
    expect((await renderPage(bytes)).darkIn(name)).toBeGreaterThan(20);
  });

  test('that lie above stay above', async () => {
    const { bytes } = await stampRow({
      pdf: form('5 0 R 6 0 R 8 0 R'),
      row: { Name: 'Anna' },
      flatten: true,
    });
    expect((await renderPage(bytes)).darkIn(name)).toBe(0);
  });

  test('that are hidden stay hidden', async () => {
    const pdf = form('8 0 R 5 0 R 6 0 R', '/F 2').toString('latin1').replace('0.9 1 0.9 rg', '0.0 0 0.0 rg');
    const { bytes } = await stampRow({ pdf: bytesOf(pdf), row: { City: 'x' }, flatten: true });
    expect((await renderPage(bytes)).darkIn(name)).toBe(0);
  });
});

describe('fields no row fills and no appearance shows', () => {
  const widget = '/Type/Annot/Subtype/Widget/F 4/P 3 0 R/DA(/Helv 12 Tf 0 g)';
  const pdf = bytesOf(
    writeRaw(
      formWith({
        6: `<<${widget}/FT/Tx/T(City)/V(Bergen)/Rect[50 150 250 170]>>`,
        3: pageWith('5 0 R 6 0 R 8 0 R'),
        8: `<<${widget}/FT/Btn/Ff 65536/T(Push)/Rect[50 50 100 100]/MK<</BG[0.1]/BC[0]>>>>`,
      }),
    ),
  );

  test.each([false, true])('keep what the template says, flatten %s', async (flatten) => {
    const { bytes, problems } = await stampRow({ pdf, row: { Name: 'Anna' }, flatten });
    expect(problems).toEqual([]);
    const { darkIn } = await renderPage(bytes);
    expect(darkIn({ x: 50, y: 130, width: 60, height: 20 })).toBeGreaterThan(20);
    expect(darkIn({ x: 60, y: 210, width: 30, height: 30 })).toBeGreaterThan(3000);
  });

  test('are filled when a row does', async () => {
    const { bytes } = await stampRow({ pdf, row: { City: 'Oslo' } });
    expect((await readBack(bytes)).City?.value).toBe('Oslo');
  });
});

describe('page content that does not end as it began', () => {
  const text = (content: string) => `<</Length ${content.length}>>\nstream\n${content}\nendstream`;
  const template = 'BT /F1 12 Tf 50 250 Td (Template) Tj ET';

  test.each([
    ['states are left open', `q 2 0 0 2 0 0 cm q 3 0 0 3 0 0 cm 1 0 0 1 0 0 cm`],
    ['states are restored that were never saved', `${template} Q Q Q`],
    ['a state is taken back early', `Q ${template} q`],
    ['text is left open', 'BT /F1 12 Tf 50 250 Td (Template) Tj'],
    ['strings hold the words', `(q q q \\) q) pop ${template} (Q)`],
    ['an inline image holds the words', `q 1 0 0 1 0 0 cm BI /W 2 /H 1 /BPC 8 /CS /G ID Q Q\nEI ${template}`],
  ])('%s', async (_, content) => {
    const pdf = bytesOf(writeRaw(formWith({ 4: text(content) })));
    const { bytes } = await stampRow({ pdf, row: { Name: 'Anna' }, flatten: true });
    expect(await pageText(bytes)).toContain('Anna');
    const { darkIn } = await renderPage(bytes);
    expect(darkIn({ x: 50, y: 80, width: 60, height: 20 })).toBeGreaterThan(20);
  });

  test.each(['[(text)]', '8 0 R', '99 0 R'])('%s is no content and is left out', async (content) => {
    const pdf = bytesOf(writeRaw(formWith({ 3: pageWith('5 0 R 6 0 R', content), 8: '<</A 1>>' })));
    const { bytes } = await stampRow({ pdf, row: { Name: 'Anna' } });
    const page = (await PDFDocument.load(bytes)).getPage(0);
    expect(page.node.get(PDFName.of('Contents'))).toBeUndefined();
    expect((await renderPage(bytes)).darkIn({ x: 50, y: 80, width: 60, height: 20 })).toBeGreaterThan(20);
  });

  test('in several streams', async () => {
    const pdf = bytesOf(
      writeRaw(formWith({ 3: pageWith('5 0 R 6 0 R', '[8 0 R 4 0 R]'), 8: text('q 2 0 0 2 90 90 cm') })),
    );
    const { bytes } = await stampRow({ pdf, row: { Name: 'Anna' }, flatten: true });
    expect((await renderPage(bytes)).darkIn({ x: 50, y: 80, width: 60, height: 20 })).toBeGreaterThan(20);
  });
});

test.each([
  ['page tree', '2 0 R'],
  ['root', '1 0 R'],
  ['page', '3 0 R'],
])('a form that is the %s is none, and the pages stay', async (_, reference) => {
  const pdf = bytesOf(writeRaw(formWith({ 1: `<</Type/Catalog/Pages 2 0 R/AcroForm ${reference}>>` })));
  const { bytes } = await stampRow({ pdf, row: { Name: 'Anna' } });
  expect(await inspectTemplate(bytes, limits)).toMatchObject({ pageCount: 1, fillable: ['Name', 'City'] });
  expect((await readBack(bytes)).Name?.value).toBe('Anna');
});

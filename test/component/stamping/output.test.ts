import fc from 'fast-check';
import { compileTemplate } from '../../../src/stamping/compile.ts';
import { inspectTemplate } from '../../../src/stamping/inspect.ts';
import {
  decodePDFRawStream,
  PDFDocument,
  PDFName,
  PDFRawStream,
  PDFRef,
  PDFString,
} from '../../../src/stamping/pdf/pdf-lib.ts';
import {
  fieldsOf,
  fixture,
  makePdf,
  pageText,
  readBack,
  readValues,
  renderPage,
  stampRow,
} from '../../support/stamping/filled-pdf.ts';

const agreement = fixture('agreement-60-fields.pdf');

/** All of a file's text, compressed object streams included. */
async function sourceOf(bytes: Uint8Array): Promise<string> {
  const document = await PDFDocument.load(bytes, { updateMetadata: false });
  return document.context
    .enumerateIndirectObjects()
    .map(([, object]) => object.toString())
    .join('\n');
}

describe('the output', () => {
  test('is the same bytes for the same row, compiled twice', async () => {
    const row = { Name: 'Zażółć', City: 'x' };
    const [first, second] = [
      await stampRow({ pdf: fixture('00-simple.pdf'), row }),
      await stampRow({ pdf: fixture('00-simple.pdf'), row }),
    ];
    expect(first.bytes.equals(second.bytes)).toBe(true);
  });

  test('of one row does not depend on the rows before it', async () => {
    const compiled = await compileTemplate(fixture('00-simple.pdf'), null, { columns: ['Name'] });
    const first = Buffer.from(compiled.stamp(['Anna']).update);
    compiled.stamp(['東京']);
    compiled.stamp(['Привет']);
    expect(Buffer.from(compiled.stamp(['Anna']).update).equals(first)).toBe(true);
  });

  test('has no reference that leads nowhere', async () => {
    const { bytes } = await stampRow({ pdf: agreement, row: { 'sec0.row0': 'x' } });
    const document = await PDFDocument.load(bytes, { updateMetadata: false });
    for (const [, object] of document.context.enumerateIndirectObjects()) {
      const source = object instanceof PDFRawStream ? object.dict.toString() : object.toString();
      for (const [, number] of source.matchAll(/(\d+) 0 R/g)) {
        expect(document.context.lookup(PDFRef.of(Number(number)))).toBeDefined();
      }
    }
  });

  test('carries nothing of a template that runs, opens or sends something', async () => {
    const pdf = await makePdf(async (document) => {
      const page = document.addPage([300, 300]);
      const { context } = document;
      const script = () => context.obj({ Type: 'Action', S: 'JavaScript', JS: PDFString.of('app.alert(1)') });
      const field = document.getForm().createTextField('Name');
      field.addToPage(page, { x: 10, y: 10 });
      field.acroField.dict.set(PDFName.of('AA'), context.obj({ K: script() }));
      field.acroField.dict.set(PDFName.of('A'), context.obj({ S: 'Launch', F: PDFString.of('calc.exe') }));
      page.node.set(PDFName.of('AA'), context.obj({ O: script() }));
      await document.attach(Buffer.from('evil'), 'evil.txt');
      document.catalog.set(PDFName.of('OpenAction'), context.register(script()));
      document.catalog.lookup(PDFName.of('Names')) ??
        document.catalog.set(PDFName.of('Names'), context.obj({}));
      const form = document.catalog.lookup(PDFName.of('AcroForm')) as ReturnType<typeof context.obj> & {
        set: (key: PDFName, value: unknown) => void;
      };
      form.set(PDFName.of('XFA'), PDFString.of('<xdp/>'));
      form.set(PDFName.of('NeedAppearances'), context.obj(true));
      const link = context.obj({
        Type: 'Annot',
        Subtype: 'Link',
        Rect: [0, 0, 9, 9],
        A: { S: 'URI', URI: PDFString.of('https://example.org') },
      });
      const launch = context.obj({
        Type: 'Annot',
        Subtype: 'Link',
        Rect: [0, 0, 9, 9],
        A: { S: 'GoTo', D: [0, 'Fit'], Next: [script()] },
      });
      page.node.addAnnot(context.register(link));
      page.node.addAnnot(context.register(launch));
    });
    expect(await sourceOf(pdf)).toContain('JavaScript');
    for (const flatten of [false, true]) {
      const source = await sourceOf((await stampRow({ pdf, row: { Name: 'x' }, flatten })).bytes);
      for (const word of [
        'JavaScript',
        '/JS',
        '/Launch',
        '/OpenAction',
        '/AA',
        '/EmbeddedFile',
        '/XFA',
        '/NeedAppearances',
        'calc.exe',
        '/EF',
      ]) {
        expect(source).not.toContain(word);
      }
      expect(source).toContain('https://example.org');
    }
  });

  test('is still a template that can be stamped', async () => {
    const { bytes } = await stampRow({ pdf: fixture('00-simple.pdf'), row: { Name: 'Anna', City: 'Oslo' } });
    const again = await stampRow({ pdf: bytes, row: { Name: 'Bert' } });
    expect(await readValues(again.bytes)).toEqual({ Name: 'Bert', City: 'Oslo', Zip: undefined });
  });
});

describe('flattened', () => {
  test('has no fields and shows the values as page content', async () => {
    const row = { 'sec0.row0': 'First value', 'sec0.row1': 'Second value' };
    const { bytes } = await stampRow({ pdf: agreement, row, flatten: true });
    const text = await pageText(bytes);
    expect(text).toContain('First value');
    expect(text).toContain('Second value');
    expect(await inspectTemplate(bytes, { maxPages: 10 })).toMatchObject({ fieldCount: 0, pageCount: 3 });
  });

  test('looks like the filled form', async () => {
    const row = { Name: 'n', AgreeJa: 'yes', NoAP: 'yes', PreChecked: 'no' };
    const pdf = fixture('03-checkbox-states.pdf');
    const form = await renderPage((await stampRow({ pdf, row })).bytes);
    const flat = await renderPage((await stampRow({ pdf, row, flatten: true })).bytes);
    for (let y = 60; y < 400; y += 20) {
      const strip = { x: 100, y, width: 250, height: 20 };
      expect(Math.abs(form.darkIn(strip) - flat.darkIn(strip))).toBeLessThan(20);
    }
  });

  test('keeps the appearance of fields that are not filled', async () => {
    const { bytes } = await stampRow({
      pdf: fixture('03-checkbox-states.pdf'),
      row: { Name: 'n' },
      flatten: true,
    });
    expect((await renderPage(bytes)).darkIn({ x: 120, y: 240, width: 18, height: 22 })).toBeGreaterThan(20);
  });
});

describe('fields with several widgets or dictionaries', () => {
  const radio = makePdf((document) => {
    const page = document.addPage([300, 300]);
    const group = document.getForm().createRadioGroup('Pay');
    group.addOptionToPage('card', page, { x: 10, y: 200, width: 20, height: 20 });
    group.addOptionToPage('cash', page, { x: 10, y: 150, width: 20, height: 20 });
  });

  test('a radio group takes an option by its export value, and one button only is on', async () => {
    const { bytes } = await stampRow({ pdf: await radio, row: { Pay: 'Cash' } });
    const { Pay } = await readBack(bytes);
    expect(Pay?.states.filter((state) => state !== 'Off')).toEqual([Pay?.value]);
    expect(Pay?.states[0]).toBe('Off');
  });

  test('an export value is meant before the name of a state that another option has within the file', async () => {
    const pdf = await makePdf((document) => {
      const page = document.addPage([300, 300]);
      const group = document.getForm().createRadioGroup('Count');
      ['2', '1', '0'].forEach((value, at) => {
        group.addOptionToPage(value, page, { x: 10 + at * 30, y: 200, width: 20, height: 20 });
      });
    });
    const { bytes } = await stampRow({ pdf, row: { Count: '0' } });
    expect((await PDFDocument.load(bytes)).getForm().getRadioGroup('Count').getSelected()).toBe('0');
  });

  test('an option that does not exist is an error, a blank clears the group', async () => {
    expect((await stampRow({ pdf: await radio, row: { Pay: 'cheque' } })).problems).toMatchObject([
      { code: 'OPTION_UNKNOWN', severity: 'error' },
    ]);
    const { bytes } = await stampRow({ pdf: await radio, row: { Pay: '' } });
    expect((await readBack(bytes)).Pay).toEqual({ value: 'Off', states: ['Off', 'Off'] });
  });

  test('every widget of a text field shows the value', async () => {
    const pdf = await makePdf((document) => {
      const field = document.getForm().createTextField('Name');
      for (const y of [20, 100]) field.addToPage(document.addPage([300, 300]), { x: 10, y });
    });
    const { bytes } = await stampRow({ pdf, row: { Name: 'Both' }, flatten: true });
    expect(await pageText(bytes, 0)).toContain('Both');
    expect(await pageText(bytes, 1)).toContain('Both');
  });

  test('two fields of one name are both filled', async () => {
    const pdf = await makePdf((document) => {
      const page = document.addPage([300, 300]);
      const form = document.getForm();
      form.createTextField('Name').addToPage(page, { x: 10, y: 10 });
      const other = form.createTextField('Other');
      other.addToPage(page, { x: 10, y: 100 });
      other.acroField.setPartialName('Name');
    });
    const { bytes, problems } = await stampRow({ pdf, row: { Name: 'Twice' } });
    expect(problems).toEqual([]);
    const fields = await fieldsOf(bytes);
    expect(fields.map(({ dict }) => dict.lookup(PDFName.of('V'))?.toString())).toEqual([
      '(Twice)',
      '(Twice)',
    ]);
  });
});

describe('any text', () => {
  const printable = fc.string({
    unit: fc.oneof(
      fc.constantFrom(...'()\\<>[]{}/%#~', 'é', 'ż', 'Ж', 'א'),
      fc.string({ minLength: 1, maxLength: 1 }),
    ),
    maxLength: 40,
  });

  test('reads back unchanged, or the row is rejected', async () => {
    const compiled = await compileTemplate(fixture('00-simple.pdf'), null, { columns: ['Name', 'City'] });
    await fc.assert(
      fc.asyncProperty(printable, printable, async (name, city) => {
        const { update, problems } = compiled.stamp([name, city]);
        expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
        const bytes = Buffer.concat([compiled.base, update]);
        const blankOr = (text: string) => (text.trim() === '' ? '' : text);
        expect(await readValues(bytes)).toMatchObject({ Name: blankOr(name), City: blankOr(city) });
      }),
      { numRuns: 100 },
    );
  });

  test('never throws, never gives half a result', async () => {
    const compiled = [false, true].map((flatten) =>
      compileTemplate(fixture('18-multiline-autosize.pdf'), null, {
        columns: ['Name', 'Multi', 'Auto', 'AutoMulti', 'Right'],
        flatten,
      }),
    );
    const anything = fc.string({ unit: 'binary', maxLength: 200 });
    await fc.assert(
      fc.asyncProperty(fc.array(anything, { maxLength: 5 }), async (values) => {
        for (const template of compiled) {
          const { update, problems } = (await template).stamp(values);
          expect(update.length > 0).toBe(!problems.some(({ severity }) => severity === 'error'));
        }
      }),
      { numRuns: 200 },
    );
  });

  test('content streams stay what they should be', async () => {
    const { bytes } = await stampRow({ pdf: fixture('00-simple.pdf'), row: { Name: '(((' } });
    const document = await PDFDocument.load(bytes);
    for (const [, object] of document.context.enumerateIndirectObjects()) {
      if (object instanceof PDFRawStream && object.dict.get(PDFName.of('Subtype')) === PDFName.of('Form')) {
        const content = Buffer.from(decodePDFRawStream(object).decode()).toString('latin1');
        expect((content.match(/\bq\b/g) ?? []).length).toBe((content.match(/\bQ\b/g) ?? []).length);
      }
    }
  });
});

import { inspectTemplate } from '../../../src/stamping/inspect.ts';
import { type PDFDict, PDFDocument, PDFName, PDFString } from '../../../src/stamping/pdf/pdf-lib.ts';
import { fixture, makePdf, pageText, stampRow } from '../../support/stamping/filled-pdf.ts';
import { catalog, page, pdfWith, text } from '../../support/stamping/raw-form.ts';

const limits = { maxPages: 500 };

describe('uploads that are no usable template are rejected with the reason', () => {
  test.each([
    ['a text file', fixture('25-not-a-pdf.pdf'), 'PDF_NOT_A_PDF'],
    ['an empty file', fixture('26-zero-bytes.pdf'), 'PDF_NOT_A_PDF'],
    ['a header and nothing else', fixture('27-header-only.pdf'), 'PDF_DAMAGED'],
    ['a file cut off in the middle', fixture('24-truncated.pdf'), 'PDF_DAMAGED'],
    ['a password', fixture('encrypted-user.pdf'), 'PDF_ENCRYPTED'],
    ['no pages', fixture('28-zero-pages.pdf'), 'PDF_NO_PAGES'],
    ['a picture', Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), 'PDF_NOT_A_PDF'],
    [
      'a header followed by megabytes of junk',
      Buffer.from(`%PDF-1.7\n${'A'.repeat(2_000_000)}`),
      'PDF_DAMAGED',
    ],
    [
      'a header too far down',
      Buffer.concat([Buffer.alloc(2000, 'x'), fixture('00-simple.pdf')]),
      'PDF_NOT_A_PDF',
    ],
  ])('%s', async (_, pdf, code) => {
    await expect(inspectTemplate(pdf, limits)).rejects.toMatchObject({ code, name: 'StampingError' });
  });

  test('more pages than allowed', async () => {
    const pdf = await makePdf((document) => {
      for (let page = 0; page < 3; page++) document.addPage();
    });
    await expect(inspectTemplate(pdf, { maxPages: 2 })).rejects.toMatchObject({ code: 'PDF_TOO_MANY_PAGES' });
    await expect(inspectTemplate(pdf, { maxPages: 3 })).resolves.toMatchObject({
      pageCount: 3,
      fieldCount: 0,
    });
  });

  test('a dynamic XFA form without ordinary fields', async () => {
    const pdf = await makePdf((document) => {
      document.addPage();
      const form = document.context.obj({ Fields: [], XFA: PDFString.of('<xdp/>') });
      document.catalog.set(PDFName.of('AcroForm'), form);
    });
    await expect(inspectTemplate(pdf, limits)).rejects.toMatchObject({ code: 'PDF_XFA_ONLY' });
  });

  test('a page tree that bites its own tail ends', async () => {
    const pdf = await makePdf((document) => {
      document.addPage();
      const pages = document.catalog.Pages();
      pages.set(
        PDFName.of('Kids'),
        document.context.obj([document.catalog.get(PDFName.of('Pages'))] as never),
      );
    });
    await expect(inspectTemplate(pdf, limits)).rejects.toMatchObject({ code: 'PDF_NO_PAGES' });
  });
});

describe('odd but usable uploads are accepted', () => {
  test.each(['00-simple.pdf', '15-leading-junk.pdf', '15b-trailing-junk.pdf'])('%s', async (name) => {
    const { fillable, pageCount } = await inspectTemplate(fixture(name), limits);
    expect(fillable).toEqual(['Name', 'City', 'Zip']);
    expect(pageCount).toBe(1);
  });

  test.each(['40', 'aes128', '256'])('encrypted without a password: %s', async (kind) => {
    const pdf = fixture(`encrypted-${kind}.pdf`);
    expect((await inspectTemplate(pdf, limits)).fillable).toEqual(['Name', 'City', 'Zip']);
    const { bytes } = await stampRow({ pdf, row: { Name: 'Anna' }, flatten: true });
    expect(await pageText(bytes)).toMatch(/Sample template page 1[\s\S]*Anna/);
    expect((await stampRow({ pdf, row: { Name: 'Anna' }, flatten: true })).bytes.equals(bytes)).toBe(true);
  });

  test('encrypted with its objects in compressed streams', async () => {
    expect((await inspectTemplate(fixture('encrypted-obj.pdf'), limits)).fieldCount).toBe(60);
  });

  test('encrypted with its trailer in a stream: its metadata stays', async () => {
    const { bytes } = await stampRow({ pdf: fixture('encrypted-obj.pdf'), row: {} });
    const document = await PDFDocument.load(bytes, { updateMetadata: false });
    expect(document.getCreator()).toBe('pdf-lib (https://github.com/Hopding/pdf-lib)');
  });

  test('a cyclic field tree: the cycle is ignored', async () => {
    const { fillable } = await inspectTemplate(fixture('29-field-tree-cycle.pdf'), limits);
    expect(fillable).toEqual(['loop.leaf']);
  });

  test('a field tree 5,000 levels deep', async () => {
    const pdf = await makePdf((document) => {
      document.addPage();
      const { context } = document;
      let node = context.register(context.obj({ FT: 'Tx', T: PDFString.of('leaf'), Rect: [0, 0, 10, 10] }));
      for (let level = 0; level < 5_000; level++) node = context.register(context.obj({ Kids: [node] }));
      document.catalog.set(PDFName.of('AcroForm'), context.obj({ Fields: [node] }));
    });
    expect((await inspectTemplate(pdf, limits)).fillable).toEqual(['leaf']);
  });

  test('a field only its page knows', async () => {
    const pdf = await makePdf((document) => {
      const page = document.addPage([200, 200]);
      const widget = document.context.register(
        document.context.obj({
          Type: 'Annot',
          Subtype: 'Widget',
          FT: 'Tx',
          T: PDFString.of('Lost'),
          Rect: [10, 10, 100, 30],
        }),
      );
      page.node.set(PDFName.of('Annots'), document.context.obj([widget]));
    });
    expect((await inspectTemplate(pdf, limits)).fillable).toEqual(['Lost']);
  });
});

describe('the inventory', () => {
  test('keys fields by their full names', async () => {
    const { fillable } = await inspectTemplate(fixture('01-hierarchical-names.pdf'), limits);
    expect(fillable).toEqual(['customer.name', 'customer.city', 'company.name', 'name']);
  });

  test('gives the states of check boxes, readable ones for non-ASCII names', async () => {
    const { fields } = await inspectTemplate(fixture('03-checkbox-states.pdf'), limits);
    const states = fields.filter(({ type }) => type === 'checkbox').map(({ options }) => options[0]?.value);
    expect(states).toEqual(['Ja', 'On', '1', 'Yes', 'Yes', 'Yes', 'geprüft']);
  });

  test('gives options with export value and label, limits and places', async () => {
    const choices = await inspectTemplate(fixture('05-choice-fields.pdf'), limits);
    expect(choices.fields[0]).toMatchObject({
      name: 'Country',
      type: 'choice',
      page: 1,
      x: 120,
      y: 80,
      width: 200,
      height: 22,
      options: [
        { value: 'DE', label: 'Germany' },
        { value: 'FR', label: 'France' },
        { value: 'NO', label: 'Norway' },
      ],
    });
    const comb = await inspectTemplate(fixture('06-comb-maxlen.pdf'), limits);
    expect(comb.fields.map(({ maxLength }) => maxLength)).toEqual([22, 5, null, 8]);
  });

  test('gives the flags of each field; without flags all are false', async () => {
    const names = ['None', 'Read', 'Must', 'Long'];
    const flags = ['', '/Ff 1', '/Ff 2', '/Ff 4096'];
    const numbers = [10, 11, 12, 13];
    const references = numbers.map((number) => `${number} 0 R`).join(' ');
    const fieldsByNumber = numbers.map((number, index) => [
      number,
      text(`/T(${names[index]})${flags[index]}`),
    ]);
    const pdf = pdfWith({
      1: catalog(references),
      3: page(references),
      5: 'null',
      ...Object.fromEntries(fieldsByNumber),
    });
    const { fields } = await inspectTemplate(pdf, limits);
    expect(
      fields.map(({ name, readOnly, required, multiline }) => [name, readOnly, required, multiline]),
    ).toEqual([
      ['None', false, false, false],
      ['Read', true, false, false],
      ['Must', false, true, false],
      ['Long', false, false, true],
    ]);
  });

  test('leaves out fields without width or height, and lists a repeated annotation once', async () => {
    const references = '10 0 R 11 0 R 12 0 R';
    const pdf = pdfWith({
      1: catalog(references),
      3: page(`${references} 10 0 R`),
      5: 'null',
      10: text('/T(Area)'),
      11: text('/T(NoHeight)', '50 200 250 200'),
      12: text('/T(NoWidth)', '50 200 50 220'),
    });
    const { fields } = await inspectTemplate(pdf, limits);
    expect(fields.map(({ name }) => name)).toEqual(['Area']);
  });

  test.each(['0 300 300 600', '300 0 600 300'])(
    'shows the whole page if its crop box only touches it: %s',
    async (cropBox) => {
      const pdf = pdfWith({
        1: catalog('5 0 R'),
        3: page('5 0 R', `/CropBox[${cropBox}]`),
        5: text('/T(Name)'),
      });
      const { pages } = await inspectTemplate(pdf, limits);
      expect(pages).toEqual([{ page: 1, width: 300, height: 300 }]);
    },
  );

  test.each([
    ['PDFDocEncoding', String.raw`(\357\353s)`, 'ïës'],
    ['UTF-8', String.raw`(\357\273\277\303\253s)`, 'ës'],
    ['UTF-16', '<FEFF00EB0073>', 'ës'],
  ])('reads names in %s', async (_, source, name) => {
    const pdf = pdfWith({ 1: catalog('5 0 R'), 3: page('5 0 R'), 5: text(`/T${source}`) });
    const { fields } = await inspectTemplate(pdf, limits);
    expect(fields.map((field) => field.name)).toEqual([name]);
  });

  test('gives places as displayed on a turned page with a crop box', async () => {
    const pdf = await makePdf((document) => {
      const page = document.addPage([300, 400]);
      page.setCropBox(20, 30, 200, 300);
      const field = document.getForm().createTextField('Name');
      field.addToPage(page, { x: 50, y: 60, width: 40, height: 10, borderWidth: 0 });
      page.node.set(PDFName.of('Rotate'), document.context.obj(90));
    });
    const { pages, fields } = await inspectTemplate(pdf, limits);
    expect(pages).toEqual([{ page: 1, width: 300, height: 200 }]);
    expect(fields[0]).toMatchObject({ x: 30, y: 30, width: 10, height: 40 });
  });

  test('takes a page whose angle is no quarter turn as upright, as viewers do', async () => {
    const pdf = await makePdf((document) => {
      const page = document.addPage([300, 400]);
      document.getForm().createTextField('Name').addToPage(page, { x: 50, y: 60, width: 40, height: 10 });
      page.node.set(PDFName.of('Rotate'), document.context.obj(45));
    });
    const { pages } = await inspectTemplate(pdf, limits);
    expect(pages).toEqual([{ page: 1, width: 300, height: 400 }]);
  });

  test('reports signed templates', async () => {
    const build = (value: boolean) =>
      makePdf((document) => {
        document.addPage();
        const { context } = document;
        const field = context.obj({ FT: 'Sig', T: PDFString.of('Sign'), Rect: [0, 0, 0, 0] }) as PDFDict;
        if (value) field.set(PDFName.of('V'), context.obj({ Type: 'Sig' }));
        const form = context.obj({ Fields: [context.register(field)] });
        document.catalog.set(PDFName.of('AcroForm'), form);
      });
    expect(await inspectTemplate(await build(true), limits)).toMatchObject({
      signed: true,
      fillable: [],
      fieldCount: 1,
    });
    expect(await inspectTemplate(await build(false), limits)).toMatchObject({ signed: false });
  });

  test('counts fields, not widgets', async () => {
    const pdf = await makePdf((document) => {
      const page = document.addPage();
      const group = document.getForm().createRadioGroup('Pay');
      group.addOptionToPage('card', page);
      group.addOptionToPage('cash', page);
    });
    const inventory = await inspectTemplate(pdf, limits);
    expect(inventory).toMatchObject({ fieldCount: 1, fillable: ['Pay'] });
    expect(inventory.fields).toHaveLength(2);
    expect(await PDFDocument.load(pdf)).toBeDefined();
  });
});

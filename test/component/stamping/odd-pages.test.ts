import { inspectTemplate } from '../../../src/stamping/inspect.ts';
import { pageText, renderPage, stampRow } from '../../support/stamping/filled-pdf.ts';
import { catalog, page, pdfWith, text } from '../../support/stamping/raw-form.ts';

const limits = { maxPages: 10 };

describe('links within a template', () => {
  const pdf = pdfWith({
    1: catalog('5 0 R', '/Names<</Dests 8 0 R/JavaScript<</Names[(run)9 0 R]>>/EmbeddedFiles<</Names[]>>>>'),
    3: page('5 0 R 10 0 R'),
    5: text('/T(Name)'),
    8: '<</Limits[(chapter)(chapter)]/Names[(chapter)[3 0 R/XYZ 0 200 0]]>>',
    9: '<</S/JavaScript/JS(app.alert\\(1\\))>>',
    10: '<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/Dest(chapter)>>',
  });

  test.each([false, true])('to a place by its name still lead there (flattened: %s)', async (flatten) => {
    const { PDFDocument, PDFDict, PDFName } = await import('../../../src/stamping/pdf/pdf-lib.ts');
    const { bytes } = await stampRow({ pdf, row: { Name: 'Anna' }, flatten });
    const document = await PDFDocument.load(bytes);
    const names = document.catalog.lookup(PDFName.of('Names'), PDFDict);
    expect(names.keys().map(String)).toEqual(['/Dests']);
    expect(names.lookup(PDFName.of('Dests'), PDFDict).toString()).toContain('(chapter)');
  });
});

describe('a page whose unit is not a point (UserUnit)', () => {
  const pdf = pdfWith({ 1: catalog('5 0 R'), 3: page('5 0 R', '/UserUnit 2'), 5: text('/T(Name)') });

  test('is as large as it is displayed, and so are its fields', async () => {
    const { pages, fields } = await inspectTemplate(pdf, limits);
    expect(pages).toEqual([{ page: 1, width: 600, height: 600 }]);
    expect(fields[0]).toMatchObject({ x: 100, y: 160, width: 400, height: 40, fontSize: 24 });
  });

  test('text is placed in points as displayed', async () => {
    const mapping = { Place: { ColumnHeader: 'P', Page: 1, X: 300, Y: 400, FontSize: 20, Width: 200 } };
    const { bytes } = await stampRow({ pdf, row: { P: 'placed' }, mappings: mapping });
    expect(await pageText(bytes)).toContain('placed');
    const shown = await renderPage(bytes);
    // The renderer draws in units of the page: half of everything.
    const factor = shown.width / 2 / 600;
    const box = (x: number) => ({ x: x * factor, y: 400 * factor, width: 60 * factor, height: 30 * factor });
    expect(shown.darkIn(box(300))).toBeGreaterThan(20);
    expect(shown.darkIn(box(150))).toBe(0);
    expect(shown.darkIn(box(420))).toBe(0);
  });
});

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import { PDFDocument, rgb } from '../../../src/stamping/pdf/pdf-lib.ts';
import { StampingError } from '../../../src/stamping/types.ts';
import { parseRows } from '../../../src/tables/row-batch.ts';
import { readRowFile } from '../../../src/tables/row-file.ts';
import { TableError } from '../../../src/tables/table-error.ts';
import { fixture, withSandbox } from '../../support/sandbox/harness.ts';

async function redPage(folder: string): Promise<string> {
  const pdf = await PDFDocument.create();
  const page = pdf.addPage([600, 900]);
  page.drawRectangle({ x: 0, y: 450, width: 600, height: 450, color: rgb(1, 0, 0) });
  const field = pdf.getForm().createTextField('Name');
  field.addToPage(page, { x: 50, y: 100, width: 200, height: 20 });
  const path = join(folder, 'red.pdf');
  await writeFile(path, await pdf.save());
  return path;
}

test('a spreadsheet gives batches of rows, its header and its characters', async () => {
  await withSandbox({}, async ({ sandbox, spoolInput }) => {
    const input = spoolInput(fixture('xlsx/03-formulas-cached.xlsx'));
    const result = await sandbox.run('spool', input);
    expect(result).toMatchObject({ format: 'xlsx', rowCount: 4 });
    expect(result.columns).toEqual(expect.arrayContaining(['Name', 'Due', 'Broken']));
    expect(result.characters).toContain('N'.codePointAt(0));
    const batches = await Array.fromAsync(readRowFile(input.rowFilePath));
    expect(batches.map(({ firstDataRow, rowCount }) => [firstDataRow, rowCount])).toEqual([
      [1, 2],
      [3, 2],
    ]);
    const rows = batches.flatMap(({ payload }) => parseRows(payload));
    expect(rows.map((row) => row.number)).toEqual([2, 3, 4, 5]);
    expect(rows[0]).toMatchObject({ errorCells: [6] });
  });
});

test('an unreadable table is rejected with the same error as without a sandbox', async () => {
  await withSandbox({}, async ({ sandbox, spoolInput }) => {
    const job = sandbox.run('spool', spoolInput(fixture('csv/31-unbalanced-quote.csv')));
    const error = await job.catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(TableError);
    expect(error).toMatchObject({ code: 'TABLE_QUOTE_UNBALANCED', row: 2 });
  });
});

test('a ZIP bomb of 256 MiB is rejected and the next job runs', async () => {
  await withSandbox({}, async ({ sandbox, spoolInput }) => {
    await expect(
      sandbox.run('spool', spoolInput(fixture('xlsx/32-zip-bomb-256MiB.xlsx'))),
    ).rejects.toMatchObject({
      code: 'TABLE_TOO_LARGE',
    });
    expect((await sandbox.run('spool', spoolInput(fixture('csv/01-utf8-bom.csv')))).rowCount).toBe(1);
  });
});

test('a PDF gives its inventory and a thumbnail of page 1 in its true colours', async () => {
  await withSandbox({}, async ({ sandbox, folder }) => {
    const thumbnailPath = join(folder, 'page.png');
    const pdfPath = await redPage(folder);
    const result = await sandbox.run('inspect', { pdfPath, maxPages: 5, thumbnailPath, thumbnailWidth: 320 });
    expect(result.hasThumbnail).toBe(true);
    expect(result.inventory).toMatchObject({ pageCount: 1, fillable: ['Name'] });
    const png = PNG.sync.read(await readFile(thumbnailPath));
    expect([png.width, png.height]).toEqual([320, 480]);
    expect([...png.data.subarray(0, 4)]).toEqual([255, 0, 0, 255]);
  });
});

test('a page of a PDF is drawn at the width asked for', async () => {
  await withSandbox({}, async ({ sandbox, folder }) => {
    const pngPath = join(folder, 'page.png');
    await sandbox.run('render', { pdfPath: await redPage(folder), page: 1, width: 100, pngPath });
    expect(PNG.sync.read(await readFile(pngPath)).width).toBe(100);
  });
});

test('a file that is not a PDF is rejected with the same error as without a sandbox', async () => {
  await withSandbox({}, async ({ sandbox, folder }) => {
    const pdfPath = join(folder, 'no.pdf');
    await writeFile(pdfPath, 'plain text');
    const job = sandbox.run('inspect', {
      pdfPath,
      maxPages: 5,
      thumbnailPath: join(folder, 'page.png'),
      thumbnailWidth: 320,
    });
    const error = await job.catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(StampingError);
    expect(error).toMatchObject({ code: 'PDF_NOT_A_PDF' });
  });
});

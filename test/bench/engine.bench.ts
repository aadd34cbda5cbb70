import { readFile } from 'node:fs/promises';
import { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipArchive } from 'archiver';
import { PDFDocument, PDFTextField } from 'pdf-lib';
import { compileTemplate } from '../../src/stamping/compile.ts';
import { inspectTemplate } from '../../src/stamping/inspect.ts';
import type { CompiledTemplate } from '../../src/stamping/types.ts';
import { createZipWriter } from '../../src/stamping/zip.ts';
import { type Figure, timed } from './statistics.ts';

/**
 * Documents a round of each side makes. Rounds of the two sides take turns and the best of each counts, so that what
 * else the machine does hits both alike.
 */
const peerDocuments = 5;
const ownDocuments = 1000;
const rounds = 7;
const zipRows = 1000;
/** The peer would take minutes for all rows; its time grows with their number. */
const peerZipRows = 20;

interface Form {
  pdf: Buffer;
  columns: string[];
  rows: string[][];
}

/** The engine on the form of 60 fields beside loading, filling and saving it with a PDF library row by row. */
export async function benchEngine(): Promise<Figure[]> {
  const form = await readForm();
  return [
    await benchFill(form, { flatten: false, bound: 500 }),
    await benchFill(form, { flatten: true, bound: 1000 }),
    await benchZip(form),
  ];
}

async function readForm(): Promise<Form> {
  const pdf = await readFile(new URL('../fixtures/pdf/agreement-60-fields.pdf', import.meta.url));
  const { fillable: columns } = await inspectTemplate(pdf, { maxPages: 10 });
  const rows = Array.from({ length: ownDocuments }, (_, row) =>
    columns.map((_, column) => `Row ${row}, value ${column}`),
  );
  return { pdf, columns, rows };
}

async function benchFill(form: Form, options: { flatten: boolean; bound: number }): Promise<Figure> {
  const { flatten, bound } = options;
  const compiled = await compileTemplate(form.pdf, null, { columns: form.columns, flatten });
  await checkDocument(compiled, form, flatten);
  const peer: number[] = [];
  const own: number[] = [];
  for (let round = 0; round < rounds; round++) {
    peer.push((await timed(() => fillByLibrary(form, { count: peerDocuments, flatten }))) / peerDocuments);
    own.push((await timed(async () => stampAll(compiled, form))) / ownDocuments);
  }
  return {
    what: `${flatten ? 'fill and flatten' : 'fill'}, hot, one core, against the library`,
    value: Math.min(...peer) / Math.min(...own),
    unit: `times (${(1000 / Math.min(...own)).toFixed(0)} against ${(1000 / Math.min(...peer)).toFixed(1)} documents/s)`,
    bound: { at: bound, side: 'at least' },
  };
}

function stampAll(compiled: CompiledTemplate, form: Form): void {
  for (const row of form.rows) compiled.stamp(row);
}

async function fillByLibrary(form: Form, job: { count: number; flatten: boolean }): Promise<Uint8Array[]> {
  const documents: Uint8Array[] = [];
  for (const row of form.rows.slice(0, job.count)) {
    const document = await PDFDocument.load(form.pdf);
    const fields = document.getForm();
    form.columns.forEach((column, index) => {
      fields.getTextField(column).setText(row[index]);
    });
    if (job.flatten) fields.flatten();
    documents.push(await document.save());
  }
  return documents;
}

/** A wrong file must not count as fast. */
async function checkDocument(compiled: CompiledTemplate, form: Form, flatten: boolean): Promise<void> {
  const [row = []] = form.rows;
  const { suffix } = compiled.stamp(row);
  const document = await PDFDocument.load(Buffer.concat([compiled.base, suffix]));
  const fields = document.getForm().getFields();
  const texts = fields.map((field) => (field instanceof PDFTextField ? field.getText() : undefined));
  if (flatten ? fields.length > 0 : texts.join('\n') !== row.join('\n')) {
    throw new Error('The engine made a document that does not read back.');
  }
}

/** Rows to a ZIP, compiling included, on one thread. */
async function benchZip(form: Form): Promise<Figure> {
  const own = await timed(async () => {
    const compiled = await compileTemplate(form.pdf, null, { columns: form.columns });
    const zip = createZipWriter({ base: compiled.base, sink: nowhere() });
    for (const [index, row] of form.rows.entries())
      await zip.addDocument(`${index}.pdf`, compiled.stamp(row).suffix);
    await zip.end();
  });
  const peer = await timed(async () => {
    const archive = new ZipArchive();
    const sink = nowhere();
    archive.pipe(sink);
    const documents = await fillByLibrary(form, { count: peerZipRows, flatten: false });
    documents.forEach((bytes, index) => {
      archive.append(Buffer.from(bytes), { name: `${index}.pdf` });
    });
    await Promise.all([archive.finalize(), finished(sink)]);
  });
  return {
    what: '1,000 rows to a ZIP, compiling included, against the library and archiver',
    value: peer / peerZipRows / (own / zipRows),
    unit: 'times',
    bound: { at: 150, side: 'at least' },
  };
}

function nowhere(): Writable {
  return new Writable({ write: (_chunk, _encoding, callback) => callback() });
}

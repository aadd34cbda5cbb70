import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipArchive } from 'archiver';
import { compileTemplate } from '../../src/stamping/compile.ts';
import { createStampingPool } from '../../src/stamping-pool/stamping-pool.ts';
import { checkDocument, type Form, fillByLibrary, formOf60Fields, readForm } from './forms.ts';
import { runProgram } from './service.ts';
import { type Figure, timed } from './statistics.ts';

/**
 * Documents per round of each side. The rounds of the two sides alternate and the best of each counts, so that other work
 * of the machine affects both in the same way.
 */
const peerDocuments = 3;
const ownDocuments = 1_000;
const rounds = 9;
const coldRows = 1_000;
const bulkRows = 20_000;
const manyRows = 100_000;

/** Compares the stamping engine with loading, filling and saving the form with a PDF library, row by row. */
export async function benchEngine(files: readonly string[] = []): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const file of [formOf60Fields, ...files]) {
    const form = await readForm(file);
    figures.push(
      await benchFill(form, { flatten: false, bound: 500 }),
      await benchFill(form, { flatten: true, bound: 1000 }),
      await benchCold(form, file),
      await benchBulk(form, file),
      await benchSingle(form),
      await benchMemory(form, file),
    );
  }
  return figures;
}

async function benchFill(form: Form, options: { flatten: boolean; bound: number }): Promise<Figure> {
  const { flatten, bound } = options;
  const compiled = await compileTemplate(form.pdf, null, { columns: form.columns, flatten });
  if (!flatten)
    await checkDocument(form, 7, Buffer.concat([compiled.base, compiled.stamp(form.row(7)).update]));
  const rows = Array.from({ length: ownDocuments }, (_, index) => form.row(index));
  if (rows.some((row) => compiled.check(row).some(({ severity }) => severity === 'error'))) {
    throw new Error(`Rows of the ${form.name} have errors; rows that are not written must not count.`);
  }
  const own = () => {
    for (const row of rows) compiled.stamp(row);
  };
  const { peer, mine } = await alternate({
    peer: (round) => fillByLibrary(form, { from: round * peerDocuments, count: peerDocuments, flatten }),
    own: async () => own(),
  });
  return {
    what: `${form.name}: ${flatten ? 'fill and flatten' : 'fill'}, hot, one core, against pdf-lib`,
    ...compare(peer / peerDocuments, mine / ownDocuments),
    bound: { at: bound, side: 'at least' },
  };
}

/** A fresh process, from its first line on. */
async function benchCold(form: Form, file: string): Promise<Figure> {
  const { peer, mine } = await alternate({
    peer: (round) => zipByLibrary(form, round),
    own: () => measureProgram('test/bench/programs/cold-zip.ts', [file, String(coldRows)]),
  });
  return {
    what: `${form.name}: ${coldRows} rows to a ZIP, cold, against pdf-lib and archiver`,
    ...compare(peer / peerDocuments, mine / coldRows),
    bound: { at: 150, side: 'at least' },
  };
}

async function benchBulk(form: Form, file: string): Promise<Figure> {
  return withRows(file, bulkRows, async (run) => {
    const { peer, mine } = await alternate({
      peer: (round) => zipByLibrary(form, round),
      own: async () => (await run()).milliseconds,
    });
    return {
      what: `${form.name}: ${bulkRows} rows to a ZIP, two workers, hot, against the same`,
      ...compare(peer / peerDocuments, mine / bulkRows),
      bound: { at: 400, side: 'at least' },
    };
  });
}

/** As a workflow's node has it made: one after the other, on a thread. */
async function benchSingle(form: Form): Promise<Figure> {
  const stampingPool = createStampingPool({ threads: 1, timeoutMs: 60_000 });
  const { columns, pdf } = form;
  const source = { versionId: 1, fileSize: pdf.length, json: null, loadPdf: async () => pdf };
  const { fill } = await stampingPool.use(source, { columns, flatten: false, owner: 'bench' });
  await checkDocument(form, 3, (await fill(form.row(3))).bytes);
  const rows = Array.from({ length: ownDocuments }, (_, index) => form.row(index));
  const { peer, mine } = await alternate({
    peer: (round) => fillByLibrary(form, { from: round * 3, count: peerDocuments, flatten: false }),
    own: async () => {
      for (const row of rows) await fill(row);
    },
  });
  await stampingPool.close();
  return {
    what: `${form.name}: one document at a time, hot, without I/O, against pdf-lib`,
    ...compare(peer / peerDocuments, mine / ownDocuments),
    bound: { at: 300, side: 'at least' },
  };
}

async function benchMemory(form: Form, file: string): Promise<Figure> {
  return withRows(file, manyRows, async (run) => ({
    what: `${form.name}: peak memory of the process, ${manyRows} rows to a ZIP, two workers`,
    value: (await run()).peakMb,
    unit: 'MB',
    bound: { at: 250, side: 'at most' },
  }));
}

/** Runs work with rows written down, and gives it what runs the bulk job over them. */
async function withRows<Result>(
  file: string,
  rows: number,
  work: (run: () => Promise<Measured>) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(path.join(tmpdir(), 'bench-'));
  try {
    await runMeasured('test/bench/programs/write-rows.ts', [file, folder, String(rows)]);
    const files = ['columns.json', 'few', 'many'].map((name) => path.join(folder, name));
    return await work(() => runMeasured('test/bench/programs/bulk-job.ts', [file, ...files]));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function alternate(sides: {
  peer: (round: number) => Promise<unknown>;
  own: () => Promise<unknown>;
}): Promise<{ peer: number; mine: number }> {
  const peer: number[] = [];
  const mine: number[] = [];
  for (let round = 0; round < rounds; round++) {
    peer.push(await timed(() => sides.peer(round)));
    let reported: unknown;
    const taken = await timed(async () => {
      reported = await sides.own();
    });
    mine.push(typeof reported === 'number' ? reported : taken);
  }
  return { peer: Math.min(...peer), mine: Math.min(...mine) };
}

function compare(peer: number, mine: number): Pick<Figure, 'value' | 'unit'> {
  const rates = `${(1000 / mine).toFixed(0)} against ${(1000 / peer).toFixed(1)} documents/s`;
  return { value: peer / mine, unit: `times (${rates})` };
}

async function measureProgram(program: string, args: readonly string[]): Promise<number> {
  return (await runMeasured(program, args)).milliseconds;
}

interface Measured {
  milliseconds: number;
  peakMb: number;
}

async function runMeasured(program: string, args: readonly string[]): Promise<Measured> {
  const running = runProgram(program, { args });
  const line = await running.line(/^\{/);
  await running.ended;
  return JSON.parse(line) as Measured;
}

/** A few rows; the library's time grows with their number. */
export async function zipByLibrary(form: Form, round: number): Promise<void> {
  const archive = new ZipArchive();
  const sink = new Writable({ write: (_chunk, _encoding, callback) => callback() });
  archive.pipe(sink);
  const documents = await fillByLibrary(form, {
    from: round * peerDocuments,
    count: peerDocuments,
    flatten: false,
  });
  for (const [index, bytes] of documents.entries()) {
    archive.append(Buffer.from(bytes), { name: `${index}.pdf` });
  }
  await Promise.all([archive.finalize(), finished(sink)]);
}

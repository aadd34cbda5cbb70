import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createDraw, type Draw } from '../../../scripts/generate/examples/random.ts';
import type { Sandbox } from '../../../src/sandbox/sandbox.ts';
import { SandboxError } from '../../../src/sandbox/sandbox-error.ts';
import { inspectTemplate } from '../../../src/stamping/inspect.ts';
import { StampingError, type TemplateInventory } from '../../../src/stamping/types.ts';
import { TableError } from '../../../src/tables/table-error.ts';
import { DEFAULT_TABLE_LIMITS } from '../../../src/tables/types.ts';
import { fillAll } from '../corpus/fill-values.ts';
import type { ThreadStamper } from '../corpus/thread-stamper.ts';
import { mutatePdf } from './mutate-pdf.ts';
import { mutateXlsx, type Workbook } from './mutate-xlsx.ts';
import { readParts } from './zip-parts.ts';

/** The result for one mutated file. */
export interface Outcome {
  outcome: string;
  /** Set if this outcome must not occur. */
  failure?: string;
}

interface FuzzWorker {
  sandbox: Sandbox;
  stamper: ThreadStamper;
  /** Folder for the files of the current case. */
  folder: string;
}

/** Generates case `number` and processes it as the service does. */
export type FuzzCase = (number: number, worker: FuzzWorker) => Promise<Outcome>;

/** A random generator for one case, so that it can be repeated alone. */
function drawFor(seed: number, number: number): Draw {
  const draw = createDraw(Math.imul(seed, 0x9e3779b1) ^ Math.imul(number, 0x85ebca6b));
  draw.digits(8);
  return draw;
}

/** Mutated PDFs: inspected in a sandbox process and, if accepted, filled in a worker thread. */
export async function createPdfCases(seed: number, files: readonly string[]): Promise<FuzzCase> {
  const seeds = await Promise.all(files.map((file) => readFile(file)));
  return async (number, worker) => {
    const draw = drawFor(seed, number);
    const pdf = mutatePdf(draw, draw.pick(seeds), draw.pick(seeds));
    const pdfPath = path.join(worker.folder, 'mutated.pdf');
    await writeFile(pdfPath, pdf);
    try {
      const thumbnailPath = path.join(worker.folder, 'mutated.png');
      const input = { pdfPath, maxPages: 500, thumbnailPath, thumbnailWidth: 64 };
      const { inventory } = await worker.sandbox.run('inspect', input, { owner: 'fuzz' });
      return await fillAccepted(worker.stamper, { pdf, inventory, flatten: draw.chance(50) });
    } catch (error) {
      return rejectionOf(error, 'PDF_TOO_COMPLEX');
    }
  };
}

async function fillAccepted(
  stamper: ThreadStamper,
  { pdf, inventory, flatten }: { pdf: Buffer; inventory: TemplateInventory; flatten: boolean },
): Promise<Outcome> {
  try {
    const { bytes, problems } = await stamper.fill({
      pdf: new Uint8Array(pdf),
      flatten,
      ...fillAll(inventory),
    });
    if (bytes.length === 0) return { outcome: `accepted, row rejected: ${problems[0]?.code}` };
    const { pageCount } = await inspectTemplate(bytes, { maxPages: 1000 });
    const isComplete = pageCount === inventory.pageCount;
    return isComplete
      ? { outcome: 'filled' }
      : { outcome: 'pages lost', failure: `${pageCount} of ${inventory.pageCount} pages` };
  } catch (error) {
    return { outcome: 'accepted, then failed', failure: describe(error) };
  }
}

/** Mutated XLSX files, read completely in a sandbox process. */
export async function createXlsxCases(seed: number, files: readonly string[]): Promise<FuzzCase> {
  const seeds: Workbook[] = await Promise.all(
    files.map(async (file) => {
      const bytes = await readFile(file);
      return { bytes, parts: await readParts(bytes) };
    }),
  );
  return async (number, { folder, sandbox }) => {
    const draw = drawFor(seed, number);
    const tablePath = path.join(folder, 'mutated.xlsx');
    await writeFile(tablePath, await mutateXlsx(draw, draw.pick(seeds), draw.pick(seeds).bytes));
    try {
      const input = { tablePath, rowFilePath: path.join(folder, 'rows'), batchRows: 100, headRows: 0 };
      await sandbox.run('spool', { ...input, limits: DEFAULT_TABLE_LIMITS }, { owner: 'fuzz' });
      return { outcome: 'read' };
    } catch (error) {
      return rejectionOf(error, 'TABLE_TOO_COMPLEX');
    }
  };
}

/** The error code that a user gets. An error without a code or a crashed process is a failure. */
function rejectionOf(error: unknown, tooComplex: string): Outcome {
  if (error instanceof StampingError) return { outcome: error.code };
  if (error instanceof TableError) return { outcome: error.code };
  if (error instanceof SandboxError && error.isCausedByInput) {
    const outcome = `${tooComplex} (${error.failure})`;
    return error.failure === 'crash' ? { outcome, failure: error.message } : { outcome };
  }
  return { outcome: 'no code', failure: describe(error) };
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

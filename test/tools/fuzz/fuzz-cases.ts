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

/** What became of one mutated file; a fault is what the service must never do. */
export interface Outcome {
  outcome: string;
  fault?: string;
}

export interface FuzzWorkspace {
  sandbox: Sandbox;
  stamper: ThreadStamper;
  /** For the files of one case at a time. */
  folder: string;
}

/** Makes case `number` of a run and sends it through the service's own doors. */
export type FuzzCase = (number: number, workspace: FuzzWorkspace) => Promise<Outcome>;

/** Each case has numbers of its own, so that one can be made again without the others. */
function drawFor(seed: number, number: number): Draw {
  const draw = createDraw(Math.imul(seed, 0x9e3779b1) ^ Math.imul(number, 0x85ebca6b));
  draw.digits(8);
  return draw;
}

/** Mutated PDFs: uploaded in the child process and, when accepted, compiled and filled in a stamping thread. */
export async function createPdfCases(seed: number, files: readonly string[]): Promise<FuzzCase> {
  const seeds = await Promise.all(files.map((file) => readFile(file)));
  return async (number, workspace) => {
    const draw = drawFor(seed, number);
    const pdf = mutatePdf(draw, draw.pick(seeds), draw.pick(seeds));
    const pdfPath = path.join(workspace.folder, 'mutated.pdf');
    await writeFile(pdfPath, pdf);
    try {
      const thumbnailPath = path.join(workspace.folder, 'mutated.png');
      const input = { pdfPath, maxPages: 500, thumbnailPath, thumbnailWidth: 64 };
      const { inventory } = await workspace.sandbox.run('inspect', input);
      return await fillAccepted(workspace.stamper, { pdf, inventory, flatten: draw.chance(50) });
    } catch (error) {
      return refusalOf(error, 'PDF_TOO_COMPLEX');
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
    if (bytes.length === 0) return { outcome: `accepted, row refused: ${problems[0]?.code}` };
    const { pageCount } = await inspectTemplate(bytes, { maxPages: 1000 });
    const isWhole = pageCount === inventory.pageCount;
    return isWhole
      ? { outcome: 'filled' }
      : { outcome: 'pages lost', fault: `${pageCount} of ${inventory.pageCount} pages` };
  } catch (error) {
    return { outcome: 'accepted, then failed', fault: describe(error) };
  }
}

/** Mutated XLSX files, read to their end in the child process. */
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
      await sandbox.run('spool', { ...input, limits: DEFAULT_TABLE_LIMITS });
      return { outcome: 'read' };
    } catch (error) {
      return refusalOf(error, 'TABLE_TOO_COMPLEX');
    }
  };
}

/** The code a user would be given. Everything that has none is a fault, and so is a process that broke down. */
function refusalOf(error: unknown, tooComplex: string): Outcome {
  if (error instanceof StampingError) return { outcome: error.code };
  if (error instanceof TableError) return { outcome: error.code };
  if (error instanceof SandboxError && error.isInputAtFault) {
    const outcome = `${tooComplex} (${error.failure})`;
    return error.failure === 'crash' ? { outcome, fault: error.message } : { outcome };
  }
  return { outcome: 'no code', fault: describe(error) };
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

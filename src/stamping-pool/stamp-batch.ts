import type { CompiledTemplate, Problem } from '../stamping/types.ts';
import type { ZipBase } from '../stamping/zip-entry.ts';
import { encodeEntry } from '../stamping/zip-entry.ts';
import { parseRows } from '../tables/row-batch.ts';
import type { TableRow } from '../tables/types.ts';
import { addRow, createProblemReport, type KeptProblems, type ProblemReport } from './problem-report.ts';
import { createScratchMemory } from './scratch-memory.ts';
import type { RowProblem, StampedBatch, StampedDocument } from './worker-messages.ts';

/** A template as one thread has compiled it. */
export interface WorkerTemplate {
  compiled: CompiledTemplate;
  columns: readonly string[];
  /** Made for the first job. */
  zipBase: ZipBase | null;
}

/** A job's template: the same with the job's fonts. */
export interface WorkerJob {
  compiled: CompiledTemplate;
  base: ZipBase;
  columns: readonly string[];
  usedColumns: ReadonlySet<string>;
}

const MAX_VALUE_CHARACTERS = 1_000;

/** For updates: each is deflated before the next one is written. */
const scratch = createScratchMemory();

/** The problems the rows of a batch would have, nothing written. */
export function checkBatch(job: WorkerJob, payload: Uint8Array, kept: KeptProblems): ProblemReport {
  const report = createProblemReport();
  for (const row of parseRows(payload)) {
    addRow(report, toRowProblems(job, row, job.compiled.check(row.values, row.dates)), kept);
  }
  return report;
}

/** Stamps the rows of a batch and makes each document's archive entry. Rows with an error have none. */
export function stampBatch(job: WorkerJob, payload: Uint8Array): StampedBatch {
  const report = createProblemReport();
  const kept = { errors: Number.POSITIVE_INFINITY, warnings: 0 };
  const entries: StampedBatch['entries'] = [];
  const tails: Uint8Array[] = [];
  for (const row of parseRows(payload)) {
    const { update, problems: found } = job.compiled.stamp(row.values, {
      dates: row.dates,
      allocate: scratch,
    });
    addRow(report, toRowProblems(job, row, found), kept);
    if (found.some(({ severity }) => severity === 'error')) {
      entries.push(null);
      continue;
    }
    const { crc, size, tail } = encodeEntry(job.base, update);
    entries.push({ crc, size, tailLength: tail.byteLength });
    tails.push(tail);
  }
  return { report, entries, tails: joinBytes(tails), baseCrc: job.base.crc };
}

/** One whole document; none when a value keeps it from being one. */
export function fillDocument(compiled: CompiledTemplate, values: readonly string[]): StampedDocument {
  const { update, problems } = compiled.stamp(values);
  if (problems.some(({ severity }) => severity === 'error')) return { bytes: new Uint8Array(), problems };
  return { bytes: joinBytes([compiled.base, update]), problems };
}

function toRowProblems(job: WorkerJob, row: TableRow, found: readonly Problem[]): RowProblem[] {
  const errorCells = row.errorCells === undefined ? [] : blankCells(job, row);
  return [...errorCells, ...found.map((problem) => atRow(row, problem))];
}

/** Values are told to a person; a long one is cut. */
function atRow(row: TableRow, problem: Problem): RowProblem {
  return { row: row.number, ...problem, value: problem.value.slice(0, MAX_VALUE_CHARACTERS) };
}

function blankCells(job: WorkerJob, row: TableRow): RowProblem[] {
  const columns = (row.errorCells ?? []).map((index) => job.columns[index] ?? '');
  return columns
    .filter((column) => job.usedColumns.has(column))
    .map((column) => ({
      row: row.number,
      severity: 'warning',
      code: 'ERROR_CELL_BLANK',
      column,
      value: '',
      message:
        'The cell holds an error, or a formula without a stored result, and is left blank. Mend it and save again.',
    }));
}

/** One block of memory of its own, so that it can be handed to another thread without a copy. */
function joinBytes(parts: readonly Uint8Array[]): Uint8Array {
  const joined = Buffer.allocUnsafeSlow(parts.reduce((sum, part) => sum + part.byteLength, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.byteLength;
  }
  return joined;
}

import type { RowNamer } from '../stamping/naming-pattern.ts';
import type { CompiledTemplate, Problem } from '../stamping/types.ts';
import type { ZipBase } from '../stamping/zip-entry.ts';
import { encodeEntry } from '../stamping/zip-entry.ts';
import { parseRows } from '../tables/row-batch.ts';
import type { TableRow } from '../tables/types.ts';
import {
  addRow,
  createProblemReport,
  type ProblemLimits,
  type ProblemReport,
  type RowProblem,
} from './problem-report.ts';
import { createScratchMemory } from './scratch-memory.ts';
import type { BatchPart, CheckedBatch, RowName, StampedBatch, StampedDocument } from './stamping-tasks.ts';

/** A job that is open in a thread: the compiled template with the job's fonts and names. */
export interface OpenJob {
  compiled: CompiledTemplate;
  base: ZipBase;
  columns: readonly string[];
  usedColumns: ReadonlySet<string>;
  namer: RowNamer;
}

const MAX_VALUE_CHARACTERS = 1_000;

/** For the updates of documents: each is deflated before the next one is written. */
const scratch = createScratchMemory();

/** Reports the problems and the names of a part of a batch without writing a document. */
export function checkBatch(job: OpenJob, batch: BatchPart, limits: ProblemLimits): CheckedBatch {
  const report = createProblemReport();
  return forEachRow(job, batch, report, (row) =>
    addRow(report, toRowProblems(job, row, job.compiled.check(row.values, row.dates)), limits),
  );
}

/** Stamps a part of a batch and encodes its archive entries. Every error is listed; warnings are only counted. */
export function stampBatch(job: OpenJob, batch: BatchPart): StampedBatch {
  const report = createProblemReport();
  const limits = { errors: Number.POSITIVE_INFINITY, warnings: 0 };
  const entries: StampedBatch['entries'] = [];
  const tails: Uint8Array[] = [];
  const checked = forEachRow(job, batch, report, (row) => {
    const { update, problems } = job.compiled.stamp(row.values, { dates: row.dates, allocate: scratch });
    addRow(report, toRowProblems(job, row, problems), limits);
    if (hasError(problems)) {
      entries.push(null);
      return;
    }
    const { crc, size, tail } = encodeEntry(job.base, update);
    entries.push({ crc, size, tailLength: tail.byteLength });
    tails.push(tail);
  });
  return {
    report: checked.report,
    names: checked.names,
    isComplete: checked.isComplete,
    entries,
    tails: joinBytes(tails),
    baseCrc: job.base.crc,
  };
}

/** Calls `work`, which adds each row to the report, until the last row or the time of the part. */
function forEachRow(
  job: OpenJob,
  { payload, rowsDone, milliseconds, firstDataRow }: BatchPart,
  report: ProblemReport,
  work: (row: TableRow) => void,
): CheckedBatch {
  const rows = parseRows(payload).slice(rowsDone);
  const end = performance.now() + milliseconds;
  for (const row of rows) {
    work(row);
    if (performance.now() > end) break;
  }
  const done = rows.slice(0, report.rows);
  const names = namesOf(job, done, firstDataRow + rowsDone);
  return { report, names, isComplete: done.length === rows.length };
}

/** One whole document. */
export function fillDocument(compiled: CompiledTemplate, values: readonly string[]): StampedDocument {
  const { update, problems } = compiled.stamp(values);
  const bytes = hasError(problems) ? new Uint8Array() : joinBytes([compiled.base, update]);
  return { bytes, problems };
}

function hasError(problems: readonly Problem[]): boolean {
  return problems.some(({ severity }) => severity === 'error');
}

function namesOf({ namer }: OpenJob, rows: readonly TableRow[], firstDataRow: number): RowName[] | null {
  if (namer.isDefault) return null;
  return rows.map((row, index) => ({
    row: row.number,
    name: namer.nameOf(row.values, firstDataRow + index),
  }));
}

function toRowProblems(job: OpenJob, row: TableRow, found: readonly Problem[]): RowProblem[] {
  const errorCells = row.errorCells === undefined ? [] : blankCells(job, row);
  return [...errorCells, ...found.map((problem) => atRow(row, problem))];
}

/** Adds the row. A long value is cut, since a person reads it. */
function atRow(row: TableRow, problem: Problem): RowProblem {
  return { row: row.number, ...problem, value: problem.value.slice(0, MAX_VALUE_CHARACTERS) };
}

function blankCells(job: OpenJob, row: TableRow): RowProblem[] {
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
        'The cell contains an error, or a formula without a stored result, so it was left blank. Correct the cell and save the file again.',
    }));
}

/** In memory of its own, so that it can be transferred to another thread without a copy. */
function joinBytes(parts: readonly Uint8Array[]): Uint8Array {
  const joined = Buffer.allocUnsafeSlow(parts.reduce((sum, part) => sum + part.byteLength, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.byteLength;
  }
  return joined;
}

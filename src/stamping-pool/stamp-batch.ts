import type { RowNamer } from '../stamping/naming-pattern.ts';
import type { CompiledTemplate, Problem } from '../stamping/types.ts';
import type { ZipBase } from '../stamping/zip-entry.ts';
import { encodeEntry } from '../stamping/zip-entry.ts';
import { parseRows } from '../tables/row-batch.ts';
import type { TableRow } from '../tables/types.ts';
import { addRow, createProblemReport, type ProblemLimits, type RowProblem } from './problem-report.ts';
import { createScratchMemory } from './scratch-memory.ts';
import type { BatchInput, CheckedBatch, RowName, StampedBatch, StampedDocument } from './stamping-tasks.ts';

/** A job that is open in a worker: the compiled template with the job's fonts and names. */
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

/** Reports the problems and the names of a batch without writing a document. */
export function checkBatch(job: OpenJob, batch: BatchInput, limits: ProblemLimits): CheckedBatch {
  const rows = parseRows(batch.payload);
  const report = createProblemReport();
  for (const row of rows) {
    addRow(report, toRowProblems(job, row, job.compiled.check(row.values, row.dates)), limits);
  }
  return { report, names: namesOf(job, rows, batch.firstDataRow) };
}

/** Stamps the rows of a batch and encodes their archive entries. Every error is listed; warnings are only counted. */
export function stampBatch(job: OpenJob, batch: BatchInput): StampedBatch {
  const rows = parseRows(batch.payload);
  const report = createProblemReport();
  const limits = { errors: Number.POSITIVE_INFINITY, warnings: 0 };
  const entries: StampedBatch['entries'] = [];
  const tails: Uint8Array[] = [];
  for (const row of rows) {
    const { update, problems } = job.compiled.stamp(row.values, { dates: row.dates, allocate: scratch });
    addRow(report, toRowProblems(job, row, problems), limits);
    if (hasError(problems)) {
      entries.push(null);
      continue;
    }
    const { crc, size, tail } = encodeEntry(job.base, update);
    entries.push({ crc, size, tailLength: tail.byteLength });
    tails.push(tail);
  }
  return {
    report,
    names: namesOf(job, rows, batch.firstDataRow),
    entries,
    tails: joinBytes(tails),
    baseCrc: job.base.crc,
  };
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

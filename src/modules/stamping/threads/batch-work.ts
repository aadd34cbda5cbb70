import type { CompiledTemplate, Problem } from '../../../stamping/types.ts';
import type { ZipBase } from '../../../stamping/zip-entry.ts';
import { encodeEntry } from '../../../stamping/zip-entry.ts';
import { parseRows } from '../../../tables/row-batch.ts';
import type { TableRow } from '../../../tables/types.ts';
import type { CheckedBatch, RowProblem, StampedBatch, StampedDocument } from './thread-messages.ts';

/** A template as one thread has compiled it. */
export interface CompiledInThread {
  compiled: CompiledTemplate;
  columns: readonly string[];
  /** Made for the first job. */
  zipBase: ZipBase | null;
}

/** A job's template: the same with the job's fonts. */
export interface ThreadJob {
  compiled: CompiledTemplate;
  base: ZipBase;
  columns: readonly string[];
  usedColumns: ReadonlySet<string>;
}

const MAX_VALUE_CHARACTERS = 1_000;

/** The problems the rows of a batch would have, nothing written. */
export function checkBatch(job: ThreadJob, payload: Uint8Array): CheckedBatch {
  const rows = parseRows(payload);
  const problems: RowProblem[] = [];
  for (const row of rows) {
    addErrorCells(job, row, problems);
    for (const problem of job.compiled.check(row.values)) problems.push(atRow(row, problem));
  }
  return { rowCount: rows.length, problems };
}

/** Stamps the rows of a batch and makes each document's archive entry. Rows with an error have none. */
export function stampBatch(job: ThreadJob, payload: Uint8Array): StampedBatch {
  const rows = parseRows(payload);
  const problems: RowProblem[] = [];
  const entries: StampedBatch['entries'] = [];
  const tails: Uint8Array[] = [];
  for (const row of rows) {
    addErrorCells(job, row, problems);
    const { suffix, problems: found } = job.compiled.stamp(row.values);
    for (const problem of found) problems.push(atRow(row, problem));
    if (found.some(({ severity }) => severity === 'error')) {
      entries.push(null);
      continue;
    }
    const { crc, size, tail } = encodeEntry(job.base, suffix);
    entries.push({ crc, size, tailLength: tail.byteLength });
    tails.push(tail);
  }
  return { rowCount: rows.length, problems, entries, tails: joinBytes(tails), baseCrc: job.base.crc };
}

/** One whole document; none when a value keeps it from being one. */
export function fillDocument(compiled: CompiledTemplate, values: readonly string[]): StampedDocument {
  const { suffix, problems } = compiled.stamp(values);
  if (problems.some(({ severity }) => severity === 'error')) return { bytes: new Uint8Array(), problems };
  return { bytes: joinBytes([compiled.base, suffix]), problems };
}

/** Values are told to a person; a long one is cut. */
function atRow(row: TableRow, problem: Problem): RowProblem {
  return { row: row.number, ...problem, value: problem.value.slice(0, MAX_VALUE_CHARACTERS) };
}

function addErrorCells(job: ThreadJob, row: TableRow, problems: RowProblem[]): void {
  for (const index of row.errorCells ?? []) {
    const column = job.columns[index];
    if (column === undefined || !job.usedColumns.has(column)) continue;
    problems.push({
      row: row.number,
      severity: 'warning',
      code: 'ERROR_CELL_BLANK',
      column,
      value: '',
      message:
        'The cell holds an error, or a formula without a stored result, and is left blank. Mend it and save again.',
    });
  }
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

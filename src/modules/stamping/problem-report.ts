import { DomainError } from '../../errors.ts';
import type { RowProblem } from './threads/thread-messages.ts';

/** Errors that are shown one by one; the rest are only counted. */
const SHOWN_ERRORS = 100;

/** What a pass over all rows has found. Memory is bounded whatever the number of rows. */
export interface ProblemReport {
  rows: number;
  failedRows: number;
  errors: { total: number; items: RowProblem[] };
  warnings: { total: number; items: RowProblem[] };
}

export function createProblemReport(): ProblemReport {
  return {
    rows: 0,
    failedRows: 0,
    errors: { total: 0, items: [] },
    warnings: { total: 0, items: [] },
  };
}

/** Adds one batch. `maxItems` of each kind are kept. */
export function addToReport(
  report: ProblemReport,
  batch: { rowCount: number; problems: readonly RowProblem[] },
  maxItems: number,
): void {
  report.rows += batch.rowCount;
  const failed = new Set<number>();
  for (const problem of batch.problems) {
    const list = problem.severity === 'error' ? report.errors : report.warnings;
    if (problem.severity === 'error') failed.add(problem.row);
    list.total += 1;
    if (list.items.length < maxItems) list.items.push(problem);
  }
  report.failedRows += failed.size;
}

/** The refusal of a job because of its rows: names rows and columns, a bounded number of them, and the total. */
export function rowsInvalid(report: ProblemReport): DomainError {
  const { total, items } = report.errors;
  const shown = items.slice(0, SHOWN_ERRORS);
  const [first] = shown;
  const example = first === undefined ? '' : ` Row ${first.row}, column "${first.column}": ${first.message}`;
  const more = total > shown.length ? ` The first ${shown.length} of ${total} problems are listed.` : '';
  return new DomainError(
    'ROWS_INVALID',
    `${report.failedRows} of ${report.rows} rows cannot be stamped, and nothing was made.${example}${more} Mend them, or send onError=skip to leave them out.`,
    {
      paths: shown.map(({ row, column, code, message }) => ({
        path: `row ${row}, column ${column}`,
        message: `${code}: ${message}`,
      })),
    },
  );
}

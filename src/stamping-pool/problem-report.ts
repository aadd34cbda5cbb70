import { DomainError } from '../errors.ts';
import type { RowProblem } from './worker-messages.ts';

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

/** How many problems of each kind are kept one by one. */
export interface KeptProblems {
  errors: number;
  warnings: number;
}

/** Adds the problems of one row. */
export function addRow(report: ProblemReport, problems: readonly RowProblem[], kept: KeptProblems): void {
  report.rows += 1;
  if (problems.some(({ severity }) => severity === 'error')) report.failedRows += 1;
  addProblems(report, problems, kept);
}

/** Adds problems of rows that are counted already. */
export function addProblems(
  report: ProblemReport,
  problems: readonly RowProblem[],
  kept: KeptProblems,
): void {
  for (const problem of problems) {
    const kind = problem.severity === 'error' ? 'errors' : 'warnings';
    const list = report[kind];
    list.total += 1;
    if (list.items.length < kept[kind]) list.items.push(problem);
  }
}

/** Adds what was found in further rows. */
export function addReport(report: ProblemReport, further: ProblemReport, kept: KeptProblems): void {
  report.rows += further.rows;
  report.failedRows += further.failedRows;
  for (const kind of ['errors', 'warnings'] as const) {
    const list = report[kind];
    list.total += further[kind].total;
    list.items.push(...further[kind].items.slice(0, Math.max(0, kept[kind] - list.items.length)));
  }
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

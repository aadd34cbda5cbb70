import type { Problem } from '../stamping/types.ts';

/** A problem of one row; `row` as a spreadsheet program numbers it: the header is row 1. */
export interface RowProblem extends Problem {
  row: number;
}

/** The problems of many rows. The lists are bounded, the totals count every problem. */
export interface ProblemReport {
  rows: number;
  failedRows: number;
  errors: { total: number; items: RowProblem[] };
  warnings: { total: number; items: RowProblem[] };
}

/** How many problems of each kind a report lists. */
export interface ProblemLimits {
  errors: number;
  warnings: number;
}

export function createProblemReport(): ProblemReport {
  return {
    rows: 0,
    failedRows: 0,
    errors: { total: 0, items: [] },
    warnings: { total: 0, items: [] },
  };
}

/** Adds the problems of one row. */
export function addRow(report: ProblemReport, problems: readonly RowProblem[], limits: ProblemLimits): void {
  report.rows += 1;
  if (problems.some(({ severity }) => severity === 'error')) report.failedRows += 1;
  addProblems(report, problems, limits);
}

/** Adds problems of rows that are already counted. */
export function addProblems(
  report: ProblemReport,
  problems: readonly RowProblem[],
  limits: ProblemLimits,
): void {
  for (const problem of problems) {
    const kind = problem.severity === 'error' ? 'errors' : 'warnings';
    const list = report[kind];
    list.total += 1;
    if (list.items.length < limits[kind]) list.items.push(problem);
  }
}

/** Adds the report of further rows. */
export function addReport(report: ProblemReport, further: ProblemReport, limits: ProblemLimits): void {
  report.rows += further.rows;
  report.failedRows += further.failedRows;
  for (const kind of ['errors', 'warnings'] as const) {
    const list = report[kind];
    list.total += further[kind].total;
    list.items.push(...further[kind].items.slice(0, Math.max(0, limits[kind] - list.items.length)));
  }
}

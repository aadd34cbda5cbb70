import type { ProblemReport } from './problem-report.ts';
import type { CompiledFacts } from './threads/thread-messages.ts';

export interface CheckItem {
  /** As a spreadsheet program numbers it: the header is row 1. */
  row: number;
  column: string;
  code: string;
  message: string;
}

export interface CheckAnswer {
  rows: number;
  /** How many documents a stamp with `onError=skip` would make. */
  documents: number;
  columns: CompiledFacts['usage'];
  errors: { total: number; items: CheckItem[] };
  warnings: { total: number; items: CheckItem[] };
}

/** The answer of the check: the report of the rows, and a warning for each column that fills nothing. */
export function toCheckAnswer(report: ProblemReport, usage: CompiledFacts['usage']): CheckAnswer {
  const { rows, failedRows, errors, warnings } = report;
  const unused = usage.unused.map((column) => ({
    row: 1,
    column,
    code: 'COLUMN_UNUSED',
    message: 'No field or mapping of the template takes this column.',
  }));
  return {
    rows,
    documents: rows - failedRows,
    columns: usage,
    errors: { total: errors.total, items: errors.items.map(toItem) },
    warnings: {
      total: warnings.total + unused.length,
      items: [...unused, ...warnings.items.map(toItem)].slice(0, MAX_ITEMS),
    },
  };
}

const MAX_ITEMS = 1_000;

function toItem({ row, column, code, message }: CheckItem): CheckItem {
  return { row, column, code, message };
}

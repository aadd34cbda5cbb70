import type { ProblemReport } from '../../stamping-pool/problem-report.ts';
import type { CompileResult } from '../../stamping-pool/worker-messages.ts';

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
  columns: CompileResult['usage'];
  errors: { total: number; items: CheckItem[] };
  warnings: { total: number; items: CheckItem[] };
}

/** What is worth a look before any row is read: columns, mappings and places in the naming pattern without effect. */
export function listIdle(
  { usage, idleMappings }: CompileResult,
  unknownColumns: readonly string[],
): CheckItem[] {
  const tell = (code: string, names: readonly string[], message: string) =>
    names.map((column) => ({ row: 1, column, code, message }));
  return [
    ...tell('COLUMN_UNUSED', usage.unused, 'No field, mapping or naming pattern takes this column.'),
    ...tell(
      'MAPPING_UNUSED',
      idleMappings,
      'This mapping fills nothing: the template has no such field, its place is on no page, or another mapping fills the field. Correct the name, or Page, X and Y.',
    ),
    ...tell(
      'NAME_COLUMN_UNKNOWN',
      unknownColumns,
      'The naming pattern names a column the table does not have; its place stays empty.',
    ),
  ];
}

/** The answer of the check: the report of the rows, with what was told before. */
export function toCheckAnswer(
  report: ProblemReport,
  usage: CompileResult['usage'],
  idle: readonly CheckItem[],
): CheckAnswer {
  const { rows, failedRows, errors, warnings } = report;
  return {
    rows,
    documents: rows - failedRows,
    columns: usage,
    errors: { total: errors.total, items: errors.items.map(toItem) },
    warnings: {
      total: warnings.total + idle.length,
      items: [...idle, ...warnings.items.map(toItem)].slice(0, MAX_ITEMS),
    },
  };
}

const MAX_ITEMS = 1_000;

function toItem({ row, column, code, message }: CheckItem): CheckItem {
  return { row, column, code, message };
}

import type { CompiledTemplate } from '../../stamping/types.ts';
import type { ProblemReport } from '../../stamping-pool/problem-report.ts';

export interface CheckItem {
  /** As a spreadsheet program numbers it: the header is row 1. */
  row: number;
  column: string;
  code: string;
  message: string;
}

export interface CheckResponse {
  rows: number;
  /** The number of documents that a stamp with `onError=skip` would make. */
  documents: number;
  columns: CompiledTemplate['usage'];
  errors: { total: number; items: CheckItem[] };
  warnings: { total: number; items: CheckItem[] };
}

/** The columns, mappings and placeholders of a job that have no effect. */
interface UnusedParts {
  usage: CompiledTemplate['usage'];
  idleMappings: readonly string[];
  unknownColumns: readonly string[];
}

const MAX_ITEMS = 1_000;

/** Warnings that depend on no row: columns, mappings and placeholders of the naming pattern without effect. */
export function columnWarnings({ usage, idleMappings, unknownColumns }: UnusedParts): CheckItem[] {
  const warn = (code: string, names: readonly string[], message: string) =>
    names.map((column) => ({ row: 1, column, code, message }));
  return [
    ...warn('COLUMN_UNUSED', usage.unused, 'No field, mapping or naming pattern uses this column.'),
    ...warn(
      'MAPPING_UNUSED',
      idleMappings,
      'This mapping fills nothing: the template has no such field, the position is on no page, or another mapping fills the field. Correct the name, or Page, X and Y.',
    ),
    ...warn(
      'NAME_COLUMN_UNKNOWN',
      unknownColumns,
      'The naming pattern names a column that the table does not have, so the file names leave it empty. Correct the pattern, or add the column.',
    ),
  ];
}

export function toCheckResponse(
  report: ProblemReport,
  usage: CompiledTemplate['usage'],
  general: readonly CheckItem[],
): CheckResponse {
  const { rows, failedRows, errors, warnings } = report;
  return {
    rows,
    documents: rows - failedRows,
    columns: usage,
    errors: { total: errors.total, items: errors.items.map(toItem) },
    warnings: {
      total: warnings.total + general.length,
      items: [...general, ...warnings.items.map(toItem)].slice(0, MAX_ITEMS),
    },
  };
}

function toItem({ row, column, code, message }: CheckItem): CheckItem {
  return { row, column, code, message };
}

import { TableError } from './table-error.ts';

/** The error for a file of another kind; `format` names it with its article. */
export function unsupportedFormat(format: string): TableError {
  return new TableError(
    'TABLE_UNSUPPORTED_FORMAT',
    `The data file is ${format}, which is not read. Save the rows as XLSX or as CSV (UTF-8) and send that.`,
  );
}

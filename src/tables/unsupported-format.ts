import { TableError } from './table-error.ts';

/** The error for a file in another format. `format` is its name with an article, such as `a PDF`. */
export function unsupportedFormat(format: string): TableError {
  return new TableError(
    'TABLE_UNSUPPORTED_FORMAT',
    `The data file is ${format}. This format is not supported. Save the table as XLSX or CSV (UTF-8) and upload that file.`,
  );
}

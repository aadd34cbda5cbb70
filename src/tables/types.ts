/** Limits for one table. Sizes are in bytes unless they say characters. */
export interface TableLimits {
  /** Non-blank rows without the header. */
  maxRows: number;
  /** Columns with a header. */
  maxColumns: number;
  /** Characters of one cell; 32,767 is also the limit of spreadsheet programs. */
  maxCellLength: number;
  /** Characters of all cells. A small XLSX file with one shared string in every cell becomes a huge table. */
  maxTextLength: number;
  /** Decompressed size of all parts of an XLSX that are read. */
  maxInflatedBytes: number;
  /** Decompressed size divided by compressed size of one part; checked above 8 MB. */
  maxInflateRatio: number;
}

export const DEFAULT_TABLE_LIMITS: TableLimits = {
  maxRows: 200_000,
  maxColumns: 500,
  maxCellLength: 32_767,
  maxTextLength: 200 * 1024 * 1024,
  maxInflatedBytes: 400 * 1024 * 1024,
  maxInflateRatio: 100,
};

export interface TableRow {
  /** The row number of a spreadsheet program: from 1, blank rows count. */
  number: number;
  /** The text of each column, in the order of `Table.columns`; '' for a blank cell. */
  values: string[];
  /** Indexes of columns with an error such as `#DIV/0!`, or a formula without a stored result. Their value is ''. */
  errorCells?: number[];
  /** Cells with a date that is not displayed in ISO 8601; absent if there are none. */
  dates?: CellDate[];
}

/** The date of a cell. The displayed text, such as `01/03/2026`, may be ambiguous or omit the year. */
export interface CellDate {
  /** Index of the column. */
  column: number;
  /** ISO 8601: `2026-03-01`, with a time of day `2026-03-01 14:30:00`. */
  text: string;
}

export interface Table {
  format: 'csv' | 'xlsx';
  /** Headers, trimmed. Columns without a header are omitted. */
  columns: string[];
  /** Non-blank rows, in batches. Ending the iteration early closes the file. */
  rows: AsyncIterable<TableRow[]>;
}

/** A row as it is in the file, before it is assigned to columns. */
export interface RawRow {
  number: number;
  cells: string[];
  /** Sheet column (from 0) of each cell; absent if the cells are consecutive. */
  positions?: number[];
  /** Sheet columns (from 0) of error cells. */
  errors?: number[];
  /** By sheet column (from 0). */
  dates?: CellDate[];
}

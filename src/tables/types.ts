/** What a reader may take in before it gives up. Sizes are bytes unless they say characters. */
export interface TableLimits {
  /** Rows that hold something, the header not counted. */
  maxRows: number;
  /** Columns that have a header. */
  maxColumns: number;
  /** Characters in one cell; 32,767 is also the limit of spreadsheet programs. */
  maxCellLength: number;
  /** Characters of all cells together: a short text that every cell of a sheet refers to makes a huge table. */
  maxTextLength: number;
  /** All parts of an XLSX that are read, unpacked. */
  maxInflatedBytes: number;
  /** Unpacked to packed size of one part, looked at above 8 MB. */
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
  /** As a spreadsheet program numbers it: the header is row 1, blank rows count. */
  number: number;
  /** One text a column, in the order of `Table.columns`; '' for a blank cell. */
  values: string[];
  /** Indexes of the columns whose cell has an error such as `#DIV/0!`, or a formula without a stored result; both read as blank. */
  errorCells?: number[];
  /** Cells that hold a day and do not show it as ISO 8601 does; absent when there are none. */
  dates?: CellDate[];
}

/** The day that a cell holds. What it shows, `01/03/2026`, may mean another day elsewhere, or leave out the year. */
export interface CellDate {
  /** Index of the column. */
  column: number;
  /** ISO 8601: `2026-03-01`, with a time of day `2026-03-01 14:30:00`. */
  text: string;
}

export interface Table {
  format: 'csv' | 'xlsx';
  /** Headers, trimmed; columns without one are left out. */
  columns: string[];
  /** Rows that hold something, in batches. Ending the iteration early closes the file. */
  rows: AsyncIterable<TableRow[]>;
}

/** A row as a format's reader finds it, before the header is known. */
export interface RawRow {
  number: number;
  cells: string[];
  /** Sheet column (from 0) of each cell; absent when the cells simply follow one another. */
  positions?: number[];
  /** Sheet columns (from 0) of error cells. */
  errors?: number[];
  /** By sheet column (from 0). */
  dates?: CellDate[];
}

export type TableErrorCode =
  | 'TABLE_UNSUPPORTED_FORMAT'
  | 'TABLE_UNREADABLE'
  | 'TABLE_EMPTY'
  | 'TABLE_COLUMN_DUPLICATE'
  | 'TABLE_QUOTE_UNBALANCED'
  | 'TABLE_ROW_TOO_WIDE'
  | 'TABLE_TOO_LARGE';

/** Where in the table a problem lies: the row as a spreadsheet program numbers it, the column by its header. */
export interface TablePlace {
  row?: number;
  column?: string;
}

/** The only error this folder throws on purpose; `detail` is fit for a user and says what to do. */
export class TableError extends Error {
  readonly code: TableErrorCode;
  readonly row: number | undefined;
  readonly column: string | undefined;

  constructor(code: TableErrorCode, detail: string, place: TablePlace = {}) {
    super(detail);
    this.name = 'TableError';
    this.code = code;
    this.row = place.row;
    this.column = place.column;
  }

  get detail(): string {
    return this.message;
  }
}

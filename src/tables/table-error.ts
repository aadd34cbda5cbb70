type TableErrorCode =
  | 'TABLE_UNSUPPORTED_FORMAT'
  | 'TABLE_UNREADABLE'
  | 'TABLE_EMPTY'
  | 'TABLE_COLUMN_DUPLICATE'
  | 'TABLE_QUOTE_UNBALANCED'
  | 'TABLE_ROW_TOO_WIDE'
  | 'TABLE_TOO_LARGE';

/** The position of a problem: the row number of a spreadsheet program, and the header of the column. */
interface TablePosition {
  row?: number;
  column?: string;
}

/** The error for tables that cannot be read. Its `detail` is shown to users and says what to do. */
export class TableError extends Error {
  readonly code: TableErrorCode;
  readonly row: number | undefined;
  readonly column: string | undefined;

  constructor(code: TableErrorCode, detail: string, position: TablePosition = {}) {
    super(detail);
    this.name = 'TableError';
    this.code = code;
    this.row = position.row;
    this.column = position.column;
  }

  get detail(): string {
    return this.message;
  }
}

import { TableError } from './table-error.ts';
import { columnLetters, composeText, trimText } from './text.ts';
import type { RawRow, TableLimits } from './types.ts';

export interface Header {
  columns: string[];
  /** The index in `columns` of each sheet column (from 0); -1 for a column without a header. */
  indexByPosition: number[];
  /** Number of cells of the header row, including blank ones. */
  width: number;
}

/** The limit of spreadsheet programs: the last column is XFD (ECMA-376 part 1, 18.3.1.13). */
export const SHEET_MAX_COLUMNS = 16_384;

/**
 * Reads the header row. Names are trimmed and normalized to Unicode NFC; columns without a name are omitted. Throws
 * TABLE_COLUMN_DUPLICATE if a name occurs twice and TABLE_TOO_LARGE above the limit of columns.
 */
export function parseHeader(row: RawRow, limits: TableLimits): Header {
  const columns: string[] = [];
  const indexByPosition: number[] = [];
  const seenAt = new Map<string, number>();
  let width = 0;
  for (const [order, cell] of row.cells.entries()) {
    const position = row.positions?.[order] ?? order;
    width = Math.max(width, position + 1);
    const name = composeText(trimText(cell));
    if (name === '') continue;
    if (columns.length >= limits.maxColumns || position >= SHEET_MAX_COLUMNS) {
      throw new TableError(
        'TABLE_TOO_LARGE',
        `The table has more than ${limits.maxColumns} columns. Remove columns that the template does not use.`,
        { row: row.number },
      );
    }
    const before = seenAt.get(name);
    if (before !== undefined) {
      throw new TableError(
        'TABLE_COLUMN_DUPLICATE',
        `The columns ${columnLetters(before)} and ${columnLetters(position)} have the same header, "${name}". Rename or remove one of them.`,
        { row: row.number, column: name },
      );
    }
    seenAt.set(name, position);
    while (indexByPosition.length < position) indexByPosition.push(-1);
    indexByPosition[position] = columns.length;
    columns.push(name);
  }
  return { columns, indexByPosition, width };
}

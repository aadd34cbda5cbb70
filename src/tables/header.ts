import { TableError } from './table-error.ts';
import { columnLetters, trimText } from './text.ts';
import type { RawRow, TableLimits } from './types.ts';

export interface Header {
  columns: string[];
  /** For a sheet column (from 0) its index in `columns`, or -1 where no header stands. */
  indexByPosition: number[];
  /** Number of cells of the header row, those without text included. */
  width: number;
}

/** More columns than any spreadsheet program has (ECMA-376 part 1, 18.3.1.13 counts to XFD). */
export const SHEET_MAX_COLUMNS = 16_384;

/**
 * Reads the header row: names are trimmed and brought to Unicode form NFC, columns without a name are left out.
 * Throws TABLE_COLUMN_DUPLICATE for a name that stands twice, since either value could be the one that is meant,
 * and TABLE_TOO_LARGE beyond the limit.
 */
export function parseHeader(row: RawRow, limits: TableLimits): Header {
  const columns: string[] = [];
  const indexByPosition: number[] = [];
  const seenAt = new Map<string, number>();
  let width = 0;
  for (const [order, cell] of row.cells.entries()) {
    const position = row.positions?.[order] ?? order;
    width = Math.max(width, position + 1);
    const name = trimText(cell).normalize('NFC');
    if (name === '') continue;
    if (columns.length >= limits.maxColumns || position >= SHEET_MAX_COLUMNS) {
      throw new TableError(
        'TABLE_TOO_LARGE',
        `The table has more than ${limits.maxColumns} columns; remove those that the template does not need.`,
        { row: row.number },
      );
    }
    const before = seenAt.get(name);
    if (before !== undefined) {
      throw new TableError(
        'TABLE_COLUMN_DUPLICATE',
        `The header "${name}" stands in columns ${columnLetters(before)} and ${columnLetters(position)}; rename or remove one of them.`,
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

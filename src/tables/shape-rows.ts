import type { Header } from './header.ts';
import { parseHeader } from './header.ts';
import { TableError } from './table-error.ts';
import { isBlank } from './text.ts';
import type { RawRow, Table, TableLimits, TableRow } from './types.ts';

export interface ShapeOptions {
  format: Table['format'];
  limits: TableLimits;
  /**
   * A value beyond the last header is an error: in a text file it is the sign of an unquoted delimiter, which has
   * moved every value after it. In a sheet it is a cell of a column that has no header, and is left out.
   */
  refuseWideRows: boolean;
}

/**
 * Makes a table of raw rows: the first row that is not blank is the header, blank rows are skipped, every other
 * row gets one value a column. Throws TableError: no header, no data rows, a limit passed, a row too wide.
 */
export async function shapeTable(batches: AsyncGenerator<RawRow[]>, options: ShapeOptions): Promise<Table> {
  try {
    for (;;) {
      const next = await batches.next();
      if (next.done)
        throw emptyTable('The data file is empty; it needs a header row and at least one data row.');
      const at = next.value.findIndex((row) => !isBlankRow(row));
      const headerRow = next.value[at];
      if (headerRow === undefined) continue;
      const header = parseHeader(headerRow, options.limits);
      const rows = shapeRows({ header, first: next.value.slice(at + 1), batches, options });
      return { format: options.format, columns: header.columns, rows };
    }
  } catch (error) {
    await batches.return(undefined);
    throw error;
  }
}

interface ShapeInput {
  header: Header;
  first: RawRow[];
  batches: AsyncGenerator<RawRow[]>;
  options: ShapeOptions;
}

async function* shapeRows({ header, first, batches, options }: ShapeInput): AsyncGenerator<TableRow[]> {
  let count = 0;
  let textLength = 0;
  try {
    for (let raw: RawRow[] | undefined = first; raw !== undefined; ) {
      const rows: TableRow[] = [];
      for (const row of raw) {
        if (isBlankRow(row)) continue;
        count += 1;
        if (count > options.limits.maxRows) throw tooManyRows(row.number, options.limits);
        const shaped = shapeRow(row, header, options);
        for (const value of shaped.values) textLength += value.length;
        if (textLength > options.limits.maxTextLength) throw tooMuchText(row.number, options.limits);
        rows.push(shaped);
      }
      if (rows.length > 0) yield rows;
      const next: IteratorResult<RawRow[], void> = await batches.next();
      raw = next.done ? undefined : next.value;
    }
  } finally {
    await batches.return(undefined);
  }
  if (count === 0) {
    throw emptyTable('The data file has a header row and no data rows; add at least one.');
  }
}

function shapeRow(raw: RawRow, header: Header, options: ShapeOptions): TableRow {
  const { indexByPosition, columns, width } = header;
  const values: string[] = new Array<string>(columns.length).fill('');
  const { cells, positions } = raw;
  for (let order = 0; order < cells.length; order += 1) {
    const cell = cells[order] ?? '';
    const position = positions === undefined ? order : (positions[order] ?? 0);
    const index = indexByPosition[position] ?? -1;
    if (index >= 0) {
      if (cell.length > options.limits.maxCellLength) throw cellTooLong(raw, columns[index], options.limits);
      values[index] = cell;
    } else if (options.refuseWideRows && position >= width && !isBlank(cell)) {
      throw new TableError(
        'TABLE_ROW_TOO_WIDE',
        `Row ${raw.number} has ${cells.length} values and the header has ${width} columns; put a value that holds the delimiter into double quotes.`,
        { row: raw.number },
      );
    }
  }
  const errorCells = raw.errors
    ?.map((position) => indexByPosition[position] ?? -1)
    .filter((index) => index >= 0);
  const dates = raw.dates
    ?.map(({ column, text }) => ({ column: indexByPosition[column] ?? -1, text }))
    .filter(({ column }) => column >= 0);
  const row: TableRow = { number: raw.number, values };
  if (errorCells !== undefined && errorCells.length > 0) row.errorCells = errorCells;
  if (dates !== undefined && dates.length > 0) row.dates = dates;
  return row;
}

function isBlankRow(row: RawRow): boolean {
  return (row.errors?.length ?? 0) === 0 && row.cells.every(isBlank);
}

function emptyTable(detail: string): TableError {
  return new TableError('TABLE_EMPTY', detail);
}

function tooManyRows(row: number, limits: TableLimits): TableError {
  const detail = `The table has more than ${limits.maxRows} data rows; split it into several files.`;
  return new TableError('TABLE_TOO_LARGE', detail, { row });
}

function tooMuchText(row: number, limits: TableLimits): TableError {
  const detail = `The table holds more than ${limits.maxTextLength} characters; split it into several files.`;
  return new TableError('TABLE_TOO_LARGE', detail, { row });
}

function cellTooLong(row: RawRow, column: string | undefined, limits: TableLimits): TableError {
  return new TableError(
    'TABLE_TOO_LARGE',
    `Row ${row.number}, column "${column ?? ''}" holds more than ${limits.maxCellLength} characters; shorten it.`,
    { row: row.number, ...(column === undefined ? {} : { column }) },
  );
}

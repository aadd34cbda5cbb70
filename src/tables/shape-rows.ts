import type { Header } from './header.ts';
import { parseHeader } from './header.ts';
import { TableError } from './table-error.ts';
import { isBlank } from './text.ts';
import type { RawRow, Table, TableLimits, TableRow } from './types.ts';

interface ShapeOptions {
  format: Table['format'];
  limits: TableLimits;
  /**
   * True for CSV: a value after the last header is an error, because it means that an unquoted delimiter has moved the
   * values. False for XLSX: a cell in a column without a header is ignored.
   */
  rejectWideRows: boolean;
}

/**
 * Converts raw rows to a table. The first non-blank row is the header, blank rows are skipped, and each other row gets
 * one value per column. Throws TableError if there is no header or data row, a limit is exceeded or a row is too wide.
 */
export async function shapeTable(batches: AsyncGenerator<RawRow[]>, options: ShapeOptions): Promise<Table> {
  try {
    for (;;) {
      const next = await batches.next();
      if (next.done)
        throw emptyTable('The data file is empty. It needs a header row and at least one data row.');
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
    throw emptyTable('The data file has a header row but no data rows. Add at least one row.');
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
    } else if (options.rejectWideRows && position >= width && !isBlank(cell)) {
      throw new TableError(
        'TABLE_ROW_TOO_WIDE',
        `Row ${raw.number} has ${cells.length} values but the header has ${width} columns. Put values that contain the delimiter in double quotes.`,
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
  const detail = `The table has more than ${limits.maxRows} data rows. Split it into several files.`;
  return new TableError('TABLE_TOO_LARGE', detail, { row });
}

function tooMuchText(row: number, limits: TableLimits): TableError {
  const detail = `The table has more than ${limits.maxTextLength} characters. Split it into several files.`;
  return new TableError('TABLE_TOO_LARGE', detail, { row });
}

function cellTooLong(row: RawRow, column: string | undefined, limits: TableLimits): TableError {
  return new TableError(
    'TABLE_TOO_LARGE',
    `Row ${row.number}, column "${column ?? ''}": the value has more than ${limits.maxCellLength} characters. Shorten it.`,
    { row: row.number, ...(column === undefined ? {} : { column }) },
  );
}

import type { TableRow } from './types.ts';

/**
 * Encodes rows to bytes that are fast to decode: one text with all values, and the length of each value. Slicing it is
 * about 20 times as fast as parsing JSON. The layout is a sequence of 32-bit numbers in native byte order (the bytes stay
 * on this machine), then the text in UTF-8 (values, then dates). The numbers are: the counts of rows, columns, error
 * cells and dates; the number of each row; the length of each value in UTF-16 units; row index and column of each error
 * cell; row index, column and length of each date.
 */
export function encodeRows(rows: readonly TableRow[]): Buffer {
  const columns = rows[0]?.values.length ?? 0;
  const errors = rows.flatMap(({ errorCells = [] }, index) => errorCells.map((column) => [index, column]));
  const dates = rows.flatMap(({ dates = [] }, index) =>
    dates.map(({ column, text }) => ({ location: [index, column, text.length], text })),
  );
  const numbers = new Uint32Array(
    HEADER_NUMBERS + rows.length + rows.length * columns + 2 * errors.length + 3 * dates.length,
  );
  numbers.set([rows.length, columns, errors.length, dates.length]);
  let at = HEADER_NUMBERS;
  for (const row of rows) numbers[at++] = row.number;
  let text = '';
  for (const row of rows) {
    for (const value of row.values) {
      numbers[at++] = value.length;
      text += value;
    }
  }
  numbers.set(errors.flat(), at);
  numbers.set(
    dates.flatMap(({ location }) => location),
    at + 2 * errors.length,
  );
  for (const date of dates) text += date.text;
  return Buffer.concat([new Uint8Array(numbers.buffer), Buffer.from(text)]);
}

const HEADER_NUMBERS = 4;

/** Decodes the bytes of `encodeRows`. All values share the memory of one text, so do not store one for long. */
export function parseRows(bytes: Uint8Array): TableRow[] {
  // A Uint32Array needs an aligned offset.
  const { buffer, byteOffset, byteLength } = bytes.byteOffset % 4 === 0 ? bytes : new Uint8Array(bytes);
  const counts = new Uint32Array(buffer, byteOffset, HEADER_NUMBERS);
  const [rowCount = 0, columns = 0, errorCount = 0, dateCount = 0] = counts;
  const valuesAt = HEADER_NUMBERS + rowCount;
  const errorsAt = valuesAt + rowCount * columns;
  const datesAt = errorsAt + 2 * errorCount;
  const numbers = new Uint32Array(buffer, byteOffset, datesAt + 3 * dateCount);
  const text = Buffer.from(
    buffer,
    byteOffset + numbers.byteLength,
    byteLength - numbers.byteLength,
  ).toString();
  const rows: TableRow[] = [];
  let at = 0;
  for (let index = 0; index < rowCount; index += 1) {
    const values: string[] = [];
    const from = valuesAt + index * columns;
    for (let column = 0; column < columns; column += 1) {
      const end = at + (numbers[from + column] ?? 0);
      values.push(text.slice(at, end));
      at = end;
    }
    rows.push({ number: numbers[HEADER_NUMBERS + index] ?? 0, values });
  }
  for (let error = errorsAt; error < datesAt; error += 2) {
    const row = rows[numbers[error] ?? 0];
    if (row === undefined) continue;
    row.errorCells ??= [];
    row.errorCells.push(numbers[error + 1] ?? 0);
  }
  for (let date = datesAt; date < numbers.length; date += 3) {
    const end = at + (numbers[date + 2] ?? 0);
    const row = rows[numbers[date] ?? 0];
    if (row !== undefined) {
      row.dates ??= [];
      row.dates.push({ column: numbers[date + 1] ?? 0, text: text.slice(at, end) });
    }
    at = end;
  }
  return rows;
}

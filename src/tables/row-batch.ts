import type { TableRow } from './types.ts';

/**
 * Rows as bytes, in the form that is quickest to read back: all values as one text, and how long each is. Cutting
 * a value out of it costs a twentieth of parsing it. 32-bit numbers in the machine's own order (the bytes never
 * leave it): rows, columns, error cells; the rows' numbers; the values' lengths in UTF-16 units; row index and
 * column of each error cell; then the text in UTF-8.
 */
export function encodeRows(rows: readonly TableRow[]): Buffer {
  const columns = rows[0]?.values.length ?? 0;
  const errors = rows.flatMap(({ errorCells = [] }, index) => errorCells.map((column) => [index, column]));
  const numbers = new Uint32Array(HEADER_NUMBERS + rows.length + rows.length * columns + 2 * errors.length);
  numbers.set([rows.length, columns, errors.length]);
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
  return Buffer.concat([new Uint8Array(numbers.buffer), Buffer.from(text)]);
}

const HEADER_NUMBERS = 3;

/** The rows that `encodeRows` was given. Their values share the memory of one text; keep none of them for long. */
export function parseRows(bytes: Uint8Array): TableRow[] {
  // Numbers are read in place, which takes an even address.
  const { buffer, byteOffset, byteLength } = bytes.byteOffset % 4 === 0 ? bytes : new Uint8Array(bytes);
  const [rowCount = 0, columns = 0, errorCount = 0] = new Uint32Array(buffer, byteOffset, HEADER_NUMBERS);
  const valuesAt = HEADER_NUMBERS + rowCount;
  const errorsAt = valuesAt + rowCount * columns;
  const numbers = new Uint32Array(buffer, byteOffset, errorsAt + 2 * errorCount);
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
  for (let error = errorsAt; error < numbers.length; error += 2) {
    const row = rows[numbers[error] ?? 0];
    if (row === undefined) continue;
    row.errorCells ??= [];
    row.errorCells.push(numbers[error + 1] ?? 0);
  }
  return rows;
}

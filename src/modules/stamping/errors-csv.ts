import type { RowProblem } from '../../stamping-pool/problem-report.ts';

/** After this many lines only the first problem of each row is listed. Every row left out still has a line. */
const DETAILED_LINES = 50_000;
const FORMULA_START = /^[=+\-@\t\r]/;
const NEEDS_QUOTES = /[",\r\n]/;

/** `errors.csv`: the rows that were left out of an archive, in UTF-8. */
export class ErrorsCsv {
  readonly #lines = ['row,column,value,code,message'];
  #lastRow = 0;

  get isEmpty(): boolean {
    return this.#lines.length === 1;
  }

  /** Takes errors only: a row with warnings is in the archive. */
  add(errors: readonly RowProblem[]): void {
    for (const { row, column, value, code, message } of errors) {
      if (this.#lines.length > DETAILED_LINES && row === this.#lastRow) continue;
      this.#lastRow = row;
      const cells = [String(row), column, value, code, message];
      this.#lines.push(cells.map(csvCell).join(','));
    }
  }

  toBytes(): Uint8Array {
    return Buffer.from(`${this.#lines.join('\r\n')}\r\n`);
  }
}

/** One cell. A text that a spreadsheet program would read as a formula gets an apostrophe in front. */
export function csvCell(text: string): string {
  const safe = FORMULA_START.test(text) ? `'${text}` : text;
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

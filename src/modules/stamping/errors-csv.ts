import type { RowProblem } from '../../stamping-pool/worker-messages.ts';

/** Lines after which only the first problem of a row is told; every row left out still has its line. */
const DETAILED_LINES = 50_000;
const FORMULA_START = /^[=+\-@\t\r]/;
const NEEDS_QUOTES = /[",\r\n]/;

/** The list of rows that were left out of an archive (`errors.csv`), in UTF-8. */
export class ErrorsCsv {
  readonly #lines = ['row,column,value,code,message'];
  #lastRow = 0;

  get isEmpty(): boolean {
    return this.#lines.length === 1;
  }

  /** Errors only; a row with warnings is in the archive. */
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

/** One cell; what a spreadsheet program would take for a formula gets an apostrophe in front. */
export function csvCell(text: string): string {
  const safe = FORMULA_START.test(text) ? `'${text}` : text;
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

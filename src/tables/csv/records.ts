import { TableError } from '../table-error.ts';
import type { RawRow } from '../types.ts';

export interface CsvDialect {
  /** '' if the file has only one column. */
  delimiter: string;
}

const QUOTE = '"';
const LINE_END = '\n';
/** Limits the memory for a file that consists of one long line. */
const MAX_RECORD_CHARACTERS = 8 * 1024 * 1024;

/**
 * Splits text that arrives in pieces into records (RFC 4180). Two more forms are accepted: a quote inside an unquoted
 * field is an ordinary character, and spaces may precede an opening quote and follow a closing quote. All line ends must
 * be `\n`. Throws TABLE_QUOTE_UNBALANCED with the line of the opening quote.
 */
export class CsvRecords {
  readonly #delimiter: string;
  readonly #maxCellLength: number;
  #rest = '';
  #row = 0;
  #line = 1;

  constructor(dialect: CsvDialect, maxCellLength: number) {
    this.#delimiter = dialect.delimiter;
    this.#maxCellLength = maxCellLength;
  }

  /** Adds the next piece of text. Returns the records that are complete now. */
  push(text: string): RawRow[] {
    return this.#take(this.#rest + text, false);
  }

  /** Ends the text. Returns the last records, including one without a line end. */
  end(): RawRow[] {
    return this.#rest === '' ? [] : this.#take(this.#rest + LINE_END, true);
  }

  #take(text: string, last: boolean): RawRow[] {
    const rows: RawRow[] = [];
    let at = 0;
    let quote = text.indexOf(QUOTE);
    for (;;) {
      const lineEnd = text.indexOf(LINE_END, at);
      if (lineEnd < 0) break;
      if (quote >= 0 && quote < at) quote = text.indexOf(QUOTE, at);
      if (quote < 0 || quote > lineEnd) {
        this.#row += 1;
        rows.push({ number: this.#row, cells: this.#splitPlain(text, at, lineEnd) });
        this.#line += 1;
        at = lineEnd + 1;
        continue;
      }
      const cells: string[] = [];
      const next = this.#readQuoted(text, at, cells, last);
      if (next < 0) break;
      this.#row += 1;
      rows.push({ number: this.#row, cells });
      for (let i = lineEnd; i >= 0 && i < next; i = text.indexOf(LINE_END, i + 1)) this.#line += 1;
      at = next;
    }
    this.#rest = text.slice(at);
    if (this.#rest.length > MAX_RECORD_CHARACTERS) {
      throw new TableError(
        'TABLE_UNREADABLE',
        `Line ${this.#line} is too long; the data file does not look like a CSV table. Save it as CSV (UTF-8) or XLSX.`,
      );
    }
    return rows;
  }

  #splitPlain(text: string, start: number, end: number): string[] {
    const line = text.slice(start, end);
    return this.#delimiter === '' ? [line] : line.split(this.#delimiter);
  }

  /** Reads a record with quotes into `cells`. Returns the position after it, or -1 if the record is incomplete. */
  #readQuoted(text: string, start: number, cells: string[], last: boolean): number {
    let at = start;
    let newline = text.indexOf(LINE_END, at);
    for (;;) {
      // Searched again only after a quoted value with line ends: a search for each value would be quadratic.
      if (newline >= 0 && newline < at) newline = text.indexOf(LINE_END, at);
      if (text[at] === ' ' && newline >= 0) at = this.#quoteAfterSpaces(text, at, newline);
      if (text[at] !== QUOTE) {
        if (newline < 0) return -1;
        const rest = text.slice(at, newline);
        const length = this.#delimiter === '' ? -1 : rest.indexOf(this.#delimiter);
        if (length >= 0) {
          cells.push(rest.slice(0, length));
          at += length + 1;
          continue;
        }
        cells.push(rest);
        return newline + 1;
      }
      const close = this.#closingQuote(text, start, at, last);
      if (close < 0) return -1;
      cells.push(unquote(text.slice(at + 1, close)));
      at = close + 1;
      while (text[at] === ' ') at += 1;
      if (at >= text.length) return -1;
      if (text[at] === LINE_END) return at + 1;
      if (text[at] !== this.#delimiter) throw this.#unbalanced(text, start, close);
      at += 1;
    }
  }

  /**
   * The position of an opening quote after spaces, or `at` if there is none. The quote must close on the same line before
   * a delimiter; ` "Bob" Smith` is an unquoted value.
   */
  #quoteAfterSpaces(text: string, at: number, newline: number): number {
    let open = at;
    while (text[open] === ' ') open += 1;
    if (text[open] !== QUOTE) return at;
    for (let from = open + 1; ; ) {
      const close = text.indexOf(QUOTE, from);
      if (close < 0 || close > newline) return at;
      from = close + 2;
      if (text[close + 1] === QUOTE) continue;
      let end = close + 1;
      while (text[end] === ' ') end += 1;
      return end === newline || text[end] === this.#delimiter ? open : at;
    }
  }

  #closingQuote(text: string, start: number, open: number, last: boolean): number {
    for (let from = open + 1; ; ) {
      const close = text.indexOf(QUOTE, from);
      const reached = close < 0 ? text.length : close;
      // Longer than the limit of a cell: the closing quote is missing. This saves reading the rest of the file.
      if (reached - open > 2 * this.#maxCellLength + 2) throw this.#endless(text, start, open);
      if (close < 0) {
        if (last) throw this.#unbalanced(text, start, open);
        return -1;
      }
      if (text[close + 1] !== QUOTE) return close === text.length - 1 && !last ? -1 : close;
      from = close + 2;
    }
  }

  #unbalanced(text: string, start: number, quote: number): TableError {
    const line = this.#lineOf(text, start, quote);
    return new TableError(
      'TABLE_QUOTE_UNBALANCED',
      `Line ${line}: the double quotes are not balanced. Close each quoted value, and double each quote inside it.`,
      { row: this.#row + 1 },
    );
  }

  #endless(text: string, start: number, quote: number): TableError {
    const line = this.#lineOf(text, start, quote);
    return new TableError(
      'TABLE_QUOTE_UNBALANCED',
      `Line ${line}: the double quotes are not balanced, or a quoted value has more than ${this.#maxCellLength} characters. Close each quoted value, and shorten longer ones.`,
      { row: this.#row + 1 },
    );
  }

  #lineOf(text: string, start: number, at: number): number {
    return this.#line + text.slice(start, at).split(LINE_END).length - 1;
  }
}

function unquote(text: string): string {
  return text.includes(QUOTE) ? text.replaceAll('""', QUOTE) : text;
}

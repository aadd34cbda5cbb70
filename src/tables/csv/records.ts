import { TableError } from '../table-error.ts';
import type { RawRow } from '../types.ts';

export interface CsvDialect {
  /** '' when the file has one column only. */
  delimiter: string;
}

const QUOTE = '"';
const LINE_END = '\n';
/** A record this long is not a table; without a bound a file of one endless line would be held in memory whole. */
const MAX_RECORD_CHARACTERS = 8 * 1024 * 1024;

/**
 * Splits text into records as it arrives (RFC 4180, with the leniency people's files need): a quote inside an
 * unquoted field is a character like any other, and spaces may stand before an opening and after a closing one. Line ends have been brought to
 * `\n` before. Throws TABLE_QUOTE_UNBALANCED naming the line on which the quote opens.
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

  /** Takes the next piece of text and gives the records that are complete with it. */
  push(text: string): RawRow[] {
    return this.#take(this.#rest + text, false);
  }

  /** Gives what is left at the end of the text, a last record without a line end included. */
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
      throw new TableError('TABLE_UNREADABLE', `Line ${this.#line} never ends; this is not a table of text.`);
    }
    return rows;
  }

  #splitPlain(text: string, start: number, end: number): string[] {
    const line = text.slice(start, end);
    return this.#delimiter === '' ? [line] : line.split(this.#delimiter);
  }

  /** Reads one record that holds quotes into `cells`; gives the place after it, or -1 when its end has not come. */
  #readQuoted(text: string, start: number, cells: string[], last: boolean): number {
    let at = start;
    let newline = text.indexOf(LINE_END, at);
    for (;;) {
      // Only a quoted value passes a line end; looked for anew each time, a long line would be read once a value.
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
   * Where the quote opens of a value that has spaces before it, or `at`: only one that closes on its line and before
   * a delimiter opens a value, else `"Bob" Smith` would.
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
      // Longer than a cell may be: the closing quote is missing, and the file need not be read to its end to know.
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
      `Line ${line}: the double quotes do not match. Close every quoted value, and write a quote inside one twice.`,
      { row: this.#row + 1 },
    );
  }

  #endless(text: string, start: number, quote: number): TableError {
    const line = this.#lineOf(text, start, quote);
    return new TableError(
      'TABLE_QUOTE_UNBALANCED',
      `Line ${line}: the double quotes do not match, or a quoted value holds more than ${this.#maxCellLength} characters. Close every quoted value, and shorten what is longer.`,
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

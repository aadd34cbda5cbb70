import { SHEET_MAX_COLUMNS } from '../header.ts';
import type { RawRow } from '../types.ts';
import type { CellFormat } from './cell-format.ts';
import { GENERAL_FORMAT } from './cell-format.ts';
import { damaged, TOKEN, XmlScanner } from './xml-scanner.ts';
import { decodeCellEscapes } from './xml-text.ts';

export interface SheetContext {
  sharedStrings: readonly string[];
  formats: readonly CellFormat[];
}

const SHEET_MAX_ROWS = 1_048_576;
const LETTER_C = 99;
const LETTER_F = 102;
const LETTER_I = 105;
const LETTER_R = 114;
const LETTER_S = 115;
const LETTER_T = 116;
const LETTER_V = 118;

/**
 * Reads the rows of one worksheet part as its text arrives (ECMA-376 part 1, 18.3.1.4, 18.3.1.73 and 18.3.1.80).
 * Only cells that hold something are kept, so a far-away cell costs what a near one does. Formulas give their
 * cached result and are never computed.
 */
export class SheetRows {
  readonly #xml = new XmlScanner();
  readonly #context: SheetContext;
  #rows: RawRow[] = [];
  #row: RawRow | null = null;
  #rowNumber = 0;
  #column = -1;
  #nextColumn = 0;
  #type = '';
  #format: CellFormat = GENERAL_FORMAT;
  #text = '';
  #inText = false;
  #hasFormula = false;
  #hasValue = false;
  #inPhonetic = false;
  #sawSheetData = false;
  /** True once the rows have ended; nothing after them matters. */
  isDone = false;

  constructor(context: SheetContext) {
    this.#context = context;
  }

  /** Takes the next piece of the part and gives the rows that are complete with it. */
  push(piece: string): RawRow[] {
    const xml = this.#xml;
    xml.append(piece);
    this.#rows = [];
    while (!this.isDone) {
      const token = xml.next();
      if (token === TOKEN.more) break;
      if (token === TOKEN.text) {
        if (this.#inText && !this.#inPhonetic) this.#text += xml.text();
      } else if (token === TOKEN.open) {
        this.#open(xml);
      } else {
        this.#close(xml);
      }
    }
    return this.#rows;
  }

  /** To be called at the end of the part. Throws TableError when the sheet is cut off. */
  end(): void {
    if (!this.isDone)
      throw damaged(this.#sawSheetData ? 'its sheet is cut off' : 'its sheet has no rows part');
  }

  #open(xml: XmlScanner): void {
    const closes = xml.selfClosing;
    if (xml.nameLength === 1) {
      const letter = xml.nameFirst;
      if (letter === LETTER_C) this.#openCell(xml);
      else if (letter === LETTER_V || letter === LETTER_T) {
        this.#inText = !closes && this.#column >= 0;
        this.#hasValue = true;
      } else if (letter === LETTER_F) this.#hasFormula = true;
      if (letter === LETTER_C && closes) this.#closeCell();
    } else if (xml.nameFirst === LETTER_R && xml.nameIs('row')) {
      this.#openRow(xml);
      if (closes) this.#row = null;
    } else if (xml.nameFirst === LETTER_R && xml.nameIs('rPh')) {
      this.#inPhonetic = !closes;
    } else if (xml.nameIs('sheetData')) {
      this.#sawSheetData = true;
      this.isDone = closes;
    }
  }

  #close(xml: XmlScanner): void {
    if (xml.nameLength === 1) {
      const letter = xml.nameFirst;
      if (letter === LETTER_V || letter === LETTER_T) this.#inText = false;
      else if (letter === LETTER_C) this.#closeCell();
    } else if (xml.nameFirst === LETTER_R && xml.nameIs('row')) {
      if (this.#row !== null) this.#rows.push(this.#row);
      this.#row = null;
    } else if (xml.nameFirst === LETTER_R && xml.nameIs('rPh')) {
      this.#inPhonetic = false;
    } else if (xml.nameFirst !== LETTER_I && xml.nameIs('sheetData')) {
      this.isDone = true;
    }
  }

  #openRow(xml: XmlScanner): void {
    const declared = xml.attribute('r');
    const number = declared === null ? this.#rowNumber + 1 : Number(declared);
    if (!(number > this.#rowNumber && number <= SHEET_MAX_ROWS)) {
      throw damaged(`row "${declared ?? number}" does not follow row ${this.#rowNumber}`);
    }
    this.#rowNumber = number;
    this.#row = { number, cells: [], positions: [] };
    this.#column = -1;
    this.#nextColumn = 0;
  }

  #openCell(xml: XmlScanner): void {
    if (this.#row === null) throw damaged('a cell stands outside a row');
    this.#column = this.#nextColumn;
    this.#type = 'n';
    this.#format = GENERAL_FORMAT;
    while (xml.nextAttribute()) {
      const letter = xml.attributeLetter;
      if (letter === LETTER_R) this.#column = columnOf(xml.attributeValue());
      else if (letter === LETTER_T) this.#type = xml.attributeValue();
      else if (letter === LETTER_S)
        this.#format = this.#context.formats[Number(xml.attributeValue())] ?? GENERAL_FORMAT;
    }
    if (this.#column < 0 || this.#column >= SHEET_MAX_COLUMNS) {
      throw damaged(`row ${this.#rowNumber} has a cell that no sheet can have`);
    }
    this.#nextColumn = this.#column + 1;
    this.#text = '';
    this.#inText = false;
    this.#hasFormula = false;
    this.#hasValue = false;
  }

  #closeCell(): void {
    const row = this.#row;
    if (row === null || this.#column < 0) return;
    // A formula whose result was never stored: some programs write sheets without calculating them.
    const isUnknown = this.#hasFormula && !this.#hasValue;
    if (isUnknown || (this.#type === 'e' && this.#text !== '')) {
      row.errors ??= [];
      row.errors.push(this.#column);
    } else if (this.#text !== '') {
      const shown = this.#shown(this.#text);
      if (shown !== '') {
        row.cells.push(shown);
        row.positions?.push(this.#column);
        const day = this.#day(this.#text);
        if (day !== null) {
          row.dates ??= [];
          row.dates.push({ column: this.#column, text: day });
        }
      }
    }
    this.#column = -1;
    this.#inText = false;
  }

  #shown(raw: string): string {
    switch (this.#type) {
      case 's': {
        const text = this.#context.sharedStrings[Number(raw)];
        if (text === undefined)
          throw damaged(`a cell in row ${this.#rowNumber} refers to a text that is not there`);
        return this.#format.text(text);
      }
      case 'str':
      case 'inlineStr':
        return this.#format.text(decodeCellEscapes(raw));
      case 'b':
        return raw.trim() === '1' || raw.trim() === 'true' ? 'TRUE' : 'FALSE';
      case 'd':
        return this.#format.isoDate(raw.trim());
      default:
        return this.#format.number(raw);
    }
  }

  #day(raw: string): string | null {
    if (this.#type === 'n') return this.#format.day(raw);
    return this.#type === 'd' ? this.#format.isoDay(raw.trim()) : null;
  }
}

/** Column (from 0) of a reference such as `AB12`; -1 when it is none. */
function columnOf(reference: string): number {
  let column = 0;
  let at = 0;
  for (; at < reference.length; at += 1) {
    const code = reference.charCodeAt(at) | 32;
    if (code < 97 || code > 122) break;
    column = column * 26 + code - 96;
  }
  return at === 0 || at > 3 ? -1 : column - 1;
}

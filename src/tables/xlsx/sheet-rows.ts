import { SHEET_MAX_COLUMNS } from '../header.ts';
import type { RawRow } from '../types.ts';
import type { CellFormat } from './cell-format.ts';
import { GENERAL_FORMAT } from './cell-format.ts';
import { damaged, XmlScanner } from './xml-scanner.ts';
import { decodeCellEscapes } from './xml-text.ts';

interface SheetContext {
  sharedStrings: readonly string[];
  formats: readonly CellFormat[];
}

const SHEET_MAX_ROWS = 1_048_576;

/**
 * Reads the rows of a worksheet part that arrives in pieces (ECMA-376 part 1, 18.3.1.4, 18.3.1.73 and 18.3.1.80). Only
 * non-blank cells are stored, so a far-away cell needs no more memory than a near one. A formula gives its stored result
 * and is never calculated.
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
  #hasSheetData = false;
  /** True after the last row. The rest of the part can be ignored. */
  isDone = false;

  constructor(context: SheetContext) {
    this.#context = context;
  }

  /** Adds the next piece of the part. Returns the rows that are complete now. */
  push(piece: string): RawRow[] {
    const xml = this.#xml;
    xml.append(piece);
    this.#rows = [];
    while (!this.isDone) {
      const token = xml.next();
      if (token === 'incomplete') break;
      if (token === 'text') {
        if (this.#inText && !this.#inPhonetic) this.#text += xml.text();
      } else if (token === 'open') {
        this.#open(xml);
      } else {
        this.#close(xml);
      }
    }
    return this.#rows;
  }

  /** Call it at the end of the part. Throws TableError if the sheet is cut off. */
  end(): void {
    if (!this.isDone)
      throw damaged(this.#hasSheetData ? 'its worksheet is cut off' : 'its worksheet has no rows');
  }

  #open(xml: XmlScanner): void {
    const { selfClosing } = xml;
    switch (xml.name) {
      case 'c':
        this.#openCell(xml);
        if (selfClosing) this.#closeCell();
        break;
      case 'v':
      case 't':
        this.#inText = !selfClosing && this.#column >= 0;
        this.#hasValue = true;
        break;
      case 'f':
        this.#hasFormula = true;
        break;
      case 'row':
        this.#openRow(xml);
        if (selfClosing) this.#row = null;
        break;
      case 'rPh':
        this.#inPhonetic = !selfClosing;
        break;
      case 'sheetData':
        this.#hasSheetData = true;
        this.isDone = selfClosing;
        break;
    }
  }

  #close(xml: XmlScanner): void {
    switch (xml.name) {
      case 'c':
        this.#closeCell();
        break;
      case 'v':
      case 't':
        this.#inText = false;
        break;
      case 'row':
        if (this.#row !== null) this.#rows.push(this.#row);
        this.#row = null;
        break;
      case 'rPh':
        this.#inPhonetic = false;
        break;
      case 'sheetData':
        this.isDone = true;
        break;
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
    if (this.#row === null) throw damaged('a cell is outside a row');
    this.#column = this.#nextColumn;
    this.#type = 'n';
    this.#format = GENERAL_FORMAT;
    while (xml.nextAttribute()) {
      const { attributeName } = xml;
      if (attributeName === 'r') this.#column = columnOf(xml.attributeValue);
      else if (attributeName === 't') this.#type = xml.attributeValue;
      else if (attributeName === 's')
        this.#format = this.#context.formats[Number(xml.attributeValue)] ?? GENERAL_FORMAT;
    }
    if (this.#column < 0 || this.#column >= SHEET_MAX_COLUMNS) {
      throw damaged(`row ${this.#rowNumber} has a cell in a column that does not exist`);
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
    // A formula without a stored result: some programs write sheets without calculating them.
    const isNotCalculated = this.#hasFormula && !this.#hasValue;
    if (isNotCalculated || (this.#type === 'e' && this.#text !== '')) {
      row.errors ??= [];
      row.errors.push(this.#column);
    } else if (this.#text !== '') {
      const shown = this.#display(this.#text);
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

  #display(raw: string): string {
    switch (this.#type) {
      case 's': {
        const text = this.#context.sharedStrings[Number(raw)];
        if (text === undefined)
          throw damaged(`a cell in row ${this.#rowNumber} refers to a text that does not exist`);
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

/** The column (from 0) of a reference such as `AB12`; -1 if it is not a reference. */
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

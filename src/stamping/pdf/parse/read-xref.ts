import { findArray, findNameText, findNumber, resolvedItems } from '../objects.ts';
import { PDFDict, PDFNumber, PDFRawStream } from '../pdf-lib.ts';
import { decodeStream } from './decode-stream.ts';
import type { FileIndex, Place } from './index-types.ts';
import { Lexer } from './lexer.ts';
import { type IndirectReader, readIndirect } from './read-indirect.ts';
import { readObject } from './read-object.ts';
import { addTrailer } from './trailer.ts';

/** Valid files have a few sections; each incremental update adds one. */
const maxSections = 5_000;

/** The location of an object, or `free` when a newer section deleted it. */
type Entries = Map<number, Place | 'free'>;

/**
 * Reads the cross-reference sections from the newest to the oldest (ISO 32000-1, 7.5.4, 7.5.8). Null when a section
 * is missing or invalid; the file is scanned then.
 */
export function readXref(reader: IndirectReader): FileIndex | null {
  const start = reader.bytes.lastIndexOf('startxref');
  if (start < 0) return null;
  const lexer = new Lexer(reader.bytes, start + 'startxref'.length);
  lexer.skipSpace();
  const index: FileIndex = { places: new Map(), trailer: {} };
  const entries: Entries = new Map();
  const seen = new Set<number>();
  const pending = [lexer.takeInteger()];
  for (let offset = pending.pop(); offset !== undefined; offset = pending.pop()) {
    if (seen.has(offset)) continue;
    seen.add(offset);
    const dict = seen.size <= maxSections ? readSection(reader, offset, entries) : undefined;
    if (dict === undefined) return null;
    addTrailer(index.trailer, dict);
    const previous = findNumber(dict, 'Prev');
    if (previous !== undefined) pending.push(previous);
    // 7.5.8.4: the hidden objects of a hybrid file take precedence over its older sections.
    const hidden = findNumber(dict, 'XRefStm');
    if (hidden !== undefined) pending.push(hidden);
  }
  for (const [number, place] of entries) if (place !== 'free') index.places.set(number, place);
  return index;
}

function readSection(reader: IndirectReader, offset: number, entries: Entries): PDFDict | undefined {
  if (offset < 0 || offset >= reader.bytes.length) return undefined;
  const lexer = new Lexer(reader.bytes, offset);
  lexer.skipSpace();
  if (lexer.startsWith('xref')) {
    lexer.at += 'xref'.length;
    return readTable(reader, lexer, entries);
  }
  const stream = readIndirect(reader, offset)?.object;
  return stream instanceof PDFRawStream ? readXrefStream(stream, entries) : undefined;
}

function readTable(reader: IndirectReader, lexer: Lexer, entries: Entries): PDFDict | undefined {
  for (lexer.skipSpace(); !lexer.startsWith('trailer'); lexer.skipSpace()) {
    const first = lexer.takeInteger();
    lexer.skipSpace();
    const count = lexer.takeInteger();
    if (first < 0 || count < 0) return undefined;
    for (let number = first; number < first + count; number++) {
      lexer.skipSpace();
      // The section has fewer entries than its count.
      if (lexer.startsWith('trailer')) break;
      const offset = lexer.takeInteger();
      lexer.skipSpace();
      lexer.takeInteger();
      lexer.skipSpace();
      const kind = lexer.takeWord();
      if (offset < 0 || (kind !== 'n' && kind !== 'f')) return undefined;
      if (!entries.has(number)) entries.set(number, kind === 'n' ? { offset } : 'free');
    }
  }
  lexer.at += 'trailer'.length;
  const dict = readObject(lexer, reader.context);
  return dict instanceof PDFDict ? dict : undefined;
}

function readXrefStream(stream: PDFRawStream, entries: Entries): PDFDict | undefined {
  const { dict } = stream;
  const widths = numbersOf(dict, 'W');
  const data = findNameText(dict, 'Type') === 'XRef' && widths.length >= 3 ? decodeStream(stream) : undefined;
  const rowLength = widths.reduce((sum, width) => sum + width, 0);
  if (data === undefined || rowLength <= 0 || rowLength > 40) return undefined;
  const given = numbersOf(dict, 'Index');
  const ranges = given.length >= 2 ? given : [0, findNumber(dict, 'Size') ?? 0];
  let at = 0;
  for (let range = 0; range + 1 < ranges.length; range += 2) {
    const first = ranges[range] ?? 0;
    const count = ranges[range + 1] ?? 0;
    for (let number = first; number < first + count && at + rowLength <= data.length; number++) {
      const [type, second] = readRow(data, at, widths);
      at += rowLength;
      if (entries.has(number)) continue;
      if (type === 1) entries.set(number, { offset: second });
      else entries.set(number, type === 2 ? { container: second } : 'free');
    }
  }
  return dict;
}

/** Type and second field of a row. The default type is 1 (7.5.8.2). */
function readRow(data: Buffer, at: number, widths: readonly number[]): [type: number, second: number] {
  const [first = 0, second = 0] = widths;
  return [first === 0 ? 1 : numberAt(data, at, first), numberAt(data, at + first, second)];
}

function numberAt(data: Buffer, at: number, width: number): number {
  let value = 0;
  for (let index = 0; index < width; index++) value = value * 256 + (data[at + index] ?? 0);
  return value;
}

function numbersOf(dict: PDFDict, key: string): number[] {
  const array = findArray(dict, key);
  const items = array ? resolvedItems(array) : [];
  return items.map((item) => (item instanceof PDFNumber ? Math.max(0, item.asNumber()) : 0));
}

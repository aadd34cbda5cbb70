import {
  type PDFContext,
  PDFDict,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFRawStream,
  PDFRef,
} from '../pdf-lib.ts';
import { Lexer } from './lexer.ts';
import { readObject } from './read-object.ts';

interface IndirectObject {
  number: number;
  object: PDFObject | undefined;
  /** End offset. */
  end: number;
}

export interface IndirectReader {
  bytes: Buffer;
  context: PDFContext;
  /** Resolves a stream's /Length when it is a reference. */
  findLength: (number: number) => number | undefined;
}

/** Reads `n g obj …` at an offset (ISO 32000-1, 7.3.10); undefined when there is none. */
export function readIndirect(reader: IndirectReader, offset: number): IndirectObject | undefined {
  const lexer = new Lexer(reader.bytes, offset);
  const number = readHead(lexer);
  if (number === undefined) return undefined;
  const object = readObject(lexer, reader.context);
  if (!(object instanceof PDFDict)) return { number, object, end: lexer.at };
  const stream = readStream(reader, lexer, object);
  return { number, object: stream ?? object, end: lexer.at };
}

/** Reads the head of an object and returns its number; undefined when there is none. */
export function readHead(lexer: Lexer): number | undefined {
  lexer.skipSpace();
  const number = lexer.takeInteger();
  lexer.skipSpace();
  const generation = lexer.takeInteger();
  lexer.skipSpace();
  if (number < 0 || generation < 0 || !lexer.startsWith('obj')) return undefined;
  lexer.at += 3;
  return number;
}

/** The stream after its dictionary (7.3.8), or undefined. */
function readStream(reader: IndirectReader, lexer: Lexer, dict: PDFDict): PDFRawStream | undefined {
  lexer.skipSpace();
  if (!lexer.startsWith('stream')) return undefined;
  lexer.at += 'stream'.length;
  const { bytes } = reader;
  while (lexer.byte === 0x20) lexer.at++;
  if (lexer.byte === 13) lexer.at++;
  if (lexer.byte === 10) lexer.at++;
  const start = lexer.at;
  const end = statedEnd(reader, dict, start) ?? searchedEnd(bytes, start);
  lexer.at = end;
  return PDFRawStream.of(dict, bytes.subarray(start, end));
}

/** The end by /Length, when `endstream` follows. */
function statedEnd(reader: IndirectReader, dict: PDFDict, start: number): number | undefined {
  const value = dict.get(PDFName.of('Length'));
  const length =
    value instanceof PDFNumber
      ? value.asNumber()
      : value instanceof PDFRef
        ? reader.findLength(value.objectNumber)
        : undefined;
  if (length === undefined || length < 0 || start + length > reader.bytes.length) return undefined;
  const lexer = new Lexer(reader.bytes, start + length);
  while (lexer.byte === 13 || lexer.byte === 10 || lexer.byte === 0x20) lexer.at++;
  return lexer.startsWith('endstream') ? start + length : undefined;
}

/** The end by the next `endstream`, else `endobj`, else the end of the file, without the line break before it. */
function searchedEnd(bytes: Buffer, start: number): number {
  let end = bytes.indexOf('endstream', start);
  if (end < 0) end = bytes.indexOf('endobj', start);
  if (end < 0) return bytes.length;
  if (end > start && bytes[end - 1] === 10) end--;
  if (end > start && bytes[end - 1] === 13) end--;
  return end;
}

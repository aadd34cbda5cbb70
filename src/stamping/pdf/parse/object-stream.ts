import { findNameText, findNumber } from '../objects.ts';
import { type PDFContext, type PDFObject, PDFRawStream } from '../pdf-lib.ts';
import { decodeStream } from './decode-stream.ts';
import { Lexer } from './lexer.ts';
import { readObject } from './read-object.ts';

/** The objects of an object stream (ISO 32000-1, 7.5.7), read on demand. */
export interface ObjectStream {
  numbers: Iterable<number>;
  find: (number: number) => PDFObject | undefined;
}

/** Opens an object stream; undefined when it is not one or cannot be decoded. */
export function openObjectStream(
  context: PDFContext,
  object: PDFObject | undefined,
): ObjectStream | undefined {
  if (!(object instanceof PDFRawStream) || findNameText(object.dict, 'Type') !== 'ObjStm') return undefined;
  const data = decodeStream(object);
  const first = findNumber(object.dict, 'First');
  if (data === undefined || first === undefined) return undefined;
  const offsets = new Map<number, number>();
  const lexer = new Lexer(data.subarray(0, Math.max(0, first)), 0);
  const count = findNumber(object.dict, 'N') ?? Number.POSITIVE_INFINITY;
  for (let index = 0; index < count; index++) {
    lexer.skipSpace();
    const number = lexer.takeInteger();
    lexer.skipSpace();
    const offset = lexer.takeInteger();
    if (number < 0 || offset < 0) break;
    offsets.set(number, first + offset);
  }
  return {
    numbers: offsets.keys(),
    find: (number) => {
      const offset = offsets.get(number);
      return offset === undefined ? undefined : readObject(new Lexer(data, offset), context);
    },
  };
}

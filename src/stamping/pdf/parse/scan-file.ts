import { findNameText } from '../objects.ts';
import { PDFDict, PDFRawStream } from '../pdf-lib.ts';
import type { FileIndex } from './index-types.ts';
import { Lexer } from './lexer.ts';
import { openObjectStream } from './object-stream.ts';
import { type IndirectReader, readIndirect } from './read-indirect.ts';
import { readObject } from './read-object.ts';
import { addTrailer } from './trailer.ts';

/**
 * Finds the objects of a file without valid cross-references by a scan. When several have the same number, the last
 * one counts, as after an incremental update. Streams are skipped, so that a PDF inside a PDF is not read as part of
 * it.
 */
export function scanFile(reader: IndirectReader): FileIndex {
  const { bytes, context } = reader;
  const index: FileIndex = { places: new Map(), trailer: {} };
  const trailers: PDFDict[] = [];
  let trailer = bytes.indexOf('trailer');
  const takeTrailers = (until: number) => {
    for (; trailer >= 0 && trailer < until; trailer = bytes.indexOf('trailer', trailer + 1)) {
      const dict = readSafely(() => readObject(new Lexer(bytes, trailer + 'trailer'.length), context));
      if (dict instanceof PDFDict) trailers.push(dict);
    }
  };
  for (let at = bytes.indexOf('obj'), from = 0; at >= 0; at = bytes.indexOf('obj', Math.max(from, at + 3))) {
    const offset = headBefore(bytes, at);
    if (offset === undefined || offset < from) continue;
    takeTrailers(offset);
    const found = readSafely(() => readIndirect(reader, offset));
    if (found === undefined || found.number === 0) continue;
    const { number, object, end } = found;
    index.places.set(number, { offset });
    if (!(object instanceof PDFRawStream)) continue;
    // Skips the data of the stream.
    from = end;
    if (trailer >= 0 && trailer < end) trailer = bytes.indexOf('trailer', end);
    if (findNameText(object.dict, 'Type') === 'XRef') trailers.push(object.dict);
    for (const inner of openObjectStream(context, object)?.numbers ?? []) {
      index.places.set(inner, { container: number });
    }
  }
  takeTrailers(bytes.length);
  for (const dict of trailers.toReversed()) addTrailer(index.trailer, dict);
  return index;
}

/** Offset of `n g ` before an `obj`. */
function headBefore(bytes: Buffer, at: number): number | undefined {
  const text = bytes.toString('latin1', Math.max(0, at - 30), at);
  const head = /(\d{1,10})[\0\t\n\f\r ]+\d{1,5}[\0\t\n\f\r ]*$/.exec(text);
  return head === null ? undefined : at - head[0].length;
}

function readSafely<Result>(read: () => Result): Result | undefined {
  try {
    return read();
  } catch (error) {
    // Nested too deep. Other errors are not expected.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

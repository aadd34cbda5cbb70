import type { FileHandle } from 'node:fs/promises';
import { TableError } from '../table-error.ts';
import { stripByteOrderMark } from '../text.ts';
import type { RawRow } from '../types.ts';
import { detectDialect } from './dialect.ts';
import { detectEncoding, type TextEncodingName } from './encoding.ts';
import type { CsvDialect } from './records.ts';
import { CsvRecords } from './records.ts';

const CHUNK_BYTES = 128 * 1024;
/**
 * An optional first line that sets the delimiter for spreadsheet programs; not a row of the table. After a program has
 * saved the file again, it may be quoted or end with delimiters.
 */
const DELIMITER_LINE = /^"?sep=([^\w"\n])"?\1*\n/i;

/** Reads the records of delimited text. `head` is the beginning of the file. Closes the file at the end. */
export async function* readCsv(
  file: FileHandle,
  head: Uint8Array,
  maxCellLength: number,
): AsyncGenerator<RawRow[]> {
  try {
    const encoding = await detectEncoding(file, head);
    const decode = createDecoder(encoding);
    const normalizeLineEnds = createLineEndNormalizer();
    const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
    let records: CsvRecords | undefined;
    for (let offset = 0; ; ) {
      const { bytesRead } = await file.read(chunk, 0, CHUNK_BYTES, offset);
      const isEnd = bytesRead === 0;
      let text = normalizeLineEnds(decode(isEnd ? undefined : chunk.subarray(0, bytesRead)), isEnd);
      if (records === undefined) {
        text = stripByteOrderMark(text);
        const declared = DELIMITER_LINE.exec(text);
        text = declared === null ? text : text.slice(declared[0].length);
        const dialect: CsvDialect = detectDialect(text, bytesRead < CHUNK_BYTES, maxCellLength);
        records = new CsvRecords(
          declared?.[1] === undefined ? dialect : { ...dialect, delimiter: declared[1] },
          maxCellLength,
        );
      }
      if (text.includes('\0')) {
        throw new TableError(
          'TABLE_UNREADABLE',
          'The data file is not text. Save it as CSV (UTF-8) or XLSX.',
        );
      }
      offset += bytesRead;
      const rows = records.push(text);
      if (isEnd) rows.push(...records.end());
      if (rows.length > 0) yield rows;
      if (isEnd) return;
    }
  } finally {
    await file.close();
  }
}

/** Decodes chunk by chunk; call it without a chunk at the end. Invalid bytes are an error, since names must not change. */
function createDecoder(encoding: TextEncodingName): (chunk?: Uint8Array) => string {
  const decoder = new TextDecoder(encoding, { ignoreBOM: true, fatal: true });
  return (chunk) => {
    try {
      return decoder.decode(chunk, { stream: chunk !== undefined });
    } catch {
      throw new TableError(
        'TABLE_UNREADABLE',
        `The data file is cut off or contains bytes that are not valid in ${encoding.toUpperCase()}. Save it again as CSV (UTF-8).`,
      );
    }
  };
}

/**
 * Replaces CR LF and CR by `\n` in text that arrives in pieces. One file can contain all three line ends. A CR at the
 * end of a piece is held back until the next piece, which may begin with LF.
 */
function createLineEndNormalizer(): (text: string, isEnd: boolean) => string {
  let held = '';
  return (text, isEnd) => {
    const whole = held + text;
    held = !isEnd && whole.endsWith('\r') ? '\r' : '';
    const ready = held === '' ? whole : whole.slice(0, -1);
    return ready.includes('\r') ? ready.replaceAll('\r\n', '\n').replaceAll('\r', '\n') : ready;
  };
}

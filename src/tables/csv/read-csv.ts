import type { FileHandle } from 'node:fs/promises';
import { TableError } from '../table-error.ts';
import { stripByteOrderMark } from '../text.ts';
import type { RawRow } from '../types.ts';
import { detectDialect } from './dialect.ts';
import { detectEncoding, type TextEncodingName } from './encoding.ts';
import { createLineEnds } from './line-ends.ts';
import type { CsvDialect } from './records.ts';
import { CsvRecords } from './records.ts';

const CHUNK_BYTES = 128 * 1024;
/**
 * First line of a file that a spreadsheet program wrote or will read: the delimiter, and no row of the table. Saved
 * anew, it may stand in quotes or be filled up with delimiters.
 */
const DELIMITER_LINE = /^"?sep=([^\w"\n])"?\1*\n/i;

/** Reads delimited text record by record. `head` is the beginning of the file. Closes the file at the end. */
export async function* readCsv(
  file: FileHandle,
  head: Uint8Array,
  maxCellLength: number,
): AsyncGenerator<RawRow[]> {
  try {
    const encoding = await detectEncoding(file, head);
    const decode = createDecoder(encoding);
    const bringLineEnds = createLineEnds();
    const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
    let records: CsvRecords | undefined;
    for (let offset = 0; ; ) {
      const { bytesRead } = await file.read(chunk, 0, CHUNK_BYTES, offset);
      const isEnd = bytesRead === 0;
      let text = bringLineEnds(decode(isEnd ? undefined : chunk.subarray(0, bytesRead)), isEnd);
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
          'The data file is not text; save it as CSV (UTF-8) or XLSX.',
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

/** Decodes piece by piece, and without a piece the end. What is no character is refused: a name must not change. */
function createDecoder(encoding: TextEncodingName): (chunk?: Uint8Array) => string {
  const decoder = new TextDecoder(encoding, { ignoreBOM: true, fatal: true });
  return (chunk) => {
    try {
      return decoder.decode(chunk, { stream: chunk !== undefined });
    } catch {
      throw new TableError(
        'TABLE_UNREADABLE',
        `The data file breaks off or holds bytes that are no character in ${encoding.toUpperCase()}. Save it again as CSV (UTF-8).`,
      );
    }
  };
}

import { isUtf8 } from 'node:buffer';
import type { FileHandle } from 'node:fs/promises';
import { TableError } from '../table-error.ts';
import { createUtf8FaultCounter } from './utf8-faults.ts';
import { createUnassignedFinder } from './windows-1252.ts';

export type TextEncodingName = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

const CHUNK_BYTES = 1024 * 1024;

/**
 * Tells the encoding of a text file: by its byte order mark, else UTF-16 by where its zero bytes stand, else UTF-8
 * when every byte sequence of the file is valid UTF-8, else Windows-1252. Throws TABLE_UNREADABLE for damaged UTF-8, and
 * for bytes that Windows-1252 does not have either.
 */
export async function detectEncoding(file: FileHandle, head: Uint8Array): Promise<TextEncodingName> {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  const utf16 = utf16ByZeroBytes(head);
  if (utf16 !== undefined) return utf16;
  if (await isWholeFileUtf8(file)) return 'utf-8';
  await refuseOtherText(file);
  return 'windows-1252';
}

/**
 * A text with more whole UTF-8 characters than wrong bytes is damaged UTF-8 and no other encoding. Taken for
 * Windows-1252, every accent in it would come out as two wrong letters. So would they of encodings of other regions,
 * which show by bytes that stand for nothing in Windows-1252.
 */
async function refuseOtherText(file: FileHandle): Promise<void> {
  const counter = createUtf8FaultCounter();
  const finder = createUnassignedFinder();
  const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  for (let offset = 0; ; ) {
    const { bytesRead } = await file.read(chunk, 0, CHUNK_BYTES, offset);
    if (bytesRead === 0) break;
    counter.push(chunk.subarray(0, bytesRead));
    finder.push(chunk.subarray(0, bytesRead));
    offset += bytesRead;
  }
  const { wholeCharacters, faults, first } = counter.end();
  const foreign = finder.end();
  if (wholeCharacters <= faults || first === null) {
    if (foreign === null) return;
    throw new TableError(
      'TABLE_UNREADABLE',
      `Line ${foreign.line} holds the byte ${hex(foreign.byte)} (hexadecimal), which is no character in Windows-1252, and the file is not UTF-8 either. Save it as CSV (UTF-8).`,
    );
  }
  throw new TableError(
    'TABLE_UNREADABLE',
    `Line ${first.line} holds the byte ${hex(first.byte)} (hexadecimal), which is no character in UTF-8, and the rest of the file is UTF-8 (wrong bytes: ${faults}). Correct that line, or save the whole file as CSV (UTF-8).`,
  );
}

function hex(byte: number): string {
  return byte.toString(16).toUpperCase();
}

/** Western text in UTF-16 has a zero byte in nearly every second place; no other encoding of text has any. */
function utf16ByZeroBytes(head: Uint8Array): TextEncodingName | undefined {
  const pairs = Math.floor(head.length / 2);
  if (pairs === 0) return undefined;
  let evenZeros = 0;
  let oddZeros = 0;
  for (let pair = 0; pair < pairs; pair += 1) {
    if (head[2 * pair] === 0) evenZeros += 1;
    if (head[2 * pair + 1] === 0) oddZeros += 1;
  }
  if (oddZeros > pairs * 0.4 && evenZeros < pairs * 0.05) return 'utf-16le';
  if (evenZeros > pairs * 0.4 && oddZeros < pairs * 0.05) return 'utf-16be';
  return undefined;
}

async function isWholeFileUtf8(file: FileHandle): Promise<boolean> {
  const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  let kept = 0;
  for (let offset = 0; ; ) {
    const { bytesRead } = await file.read(chunk, kept, CHUNK_BYTES - kept, offset);
    const filled = kept + bytesRead;
    if (bytesRead === 0) return isUtf8(chunk.subarray(0, filled));
    offset += bytesRead;
    const whole = endOfWholeCharacters(chunk, filled);
    if (!isUtf8(chunk.subarray(0, whole))) return false;
    chunk.copyWithin(0, whole, filled);
    kept = filled - whole;
  }
}

/** Where a multi-byte character that the chunk cuts begins, or the end of the chunk (RFC 3629, section 3). */
function endOfWholeCharacters(bytes: Uint8Array, end: number): number {
  for (let at = end - 1; at >= 0 && at >= end - 3; at -= 1) {
    const byte = bytes[at] ?? 0;
    if (byte < 0x80) return end;
    if (byte < 0xc0) continue;
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
    return at + length > end ? at : end;
  }
  return end;
}

import { isUtf8 } from 'node:buffer';
import type { FileHandle } from 'node:fs/promises';
import { TableError } from '../table-error.ts';

export type TextEncodingName = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

const CHUNK_BYTES = 1024 * 1024;

/**
 * Detects the encoding of a text file: by its byte order mark, else UTF-16 by the positions of zero bytes, else UTF-8 if
 * the whole file is valid UTF-8, else Windows-1252. Throws TABLE_UNREADABLE for damaged UTF-8 and for bytes that do not
 * exist in Windows-1252.
 */
export async function detectEncoding(file: FileHandle, head: Uint8Array): Promise<TextEncodingName> {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  const utf16 = utf16ByZeroBytes(head);
  if (utf16 !== undefined) return utf16;
  if (await isWholeFileUtf8(file)) return 'utf-8';
  await checkWindows1252(file);
  return 'windows-1252';
}

/**
 * Throws unless the text can be Windows-1252. With more valid UTF-8 characters than invalid bytes it is damaged UTF-8:
 * read as Windows-1252, each accented letter would become two wrong ones. A byte that Windows-1252 does not define shows
 * that the text has the encoding of another region.
 */
async function checkWindows1252(file: FileHandle): Promise<void> {
  const counter = createUtf8Counter();
  const finder = createUndefinedByteFinder();
  const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  for (let offset = 0; ; ) {
    const { bytesRead } = await file.read(chunk, 0, CHUNK_BYTES, offset);
    if (bytesRead === 0) break;
    counter.push(chunk.subarray(0, bytesRead));
    finder.push(chunk.subarray(0, bytesRead));
    offset += bytesRead;
  }
  const { validCharacters, invalidBytes, first } = counter.end();
  const undefinedByte = finder.end();
  if (validCharacters <= invalidBytes || first === null) {
    if (undefinedByte === null) return;
    throw new TableError(
      'TABLE_UNREADABLE',
      `The encoding of the data file is unknown: the byte ${hex(undefinedByte.byte)} (hexadecimal) in line ${undefinedByte.line} is not valid in Windows-1252 or UTF-8. Save the file as CSV (UTF-8).`,
    );
  }
  throw new TableError(
    'TABLE_UNREADABLE',
    `The data file is UTF-8 with invalid bytes. The first is ${hex(first.byte)} (hexadecimal) in line ${first.line} (invalid bytes: ${invalidBytes}). Correct this line, or save the whole file as CSV (UTF-8).`,
  );
}

function hex(byte: number): string {
  return byte.toString(16).toUpperCase();
}

/** Western text in UTF-16 has a zero byte in nearly every character. Text in other encodings has no zero bytes. */
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
  let carried = 0;
  for (let offset = 0; ; ) {
    const { bytesRead } = await file.read(chunk, carried, CHUNK_BYTES - carried, offset);
    const filled = carried + bytesRead;
    if (bytesRead === 0) return isUtf8(chunk.subarray(0, filled));
    offset += bytesRead;
    const whole = endOfWholeCharacters(chunk, filled);
    if (!isUtf8(chunk.subarray(0, whole))) return false;
    chunk.copyWithin(0, whole, filled);
    carried = filled - whole;
  }
}

/** The end of the last complete character; a chunk can end within one (RFC 3629, section 3). */
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

interface Utf8Statistics {
  /** Complete characters of several bytes. Text in other encodings hardly ever contains any. */
  validCharacters: number;
  invalidBytes: number;
  first: BytePosition | null;
}

interface BytePosition {
  byte: number;
  /** From 1. */
  line: number;
}

/** Counts the characters of a text that arrives in chunks (RFC 3629, section 3; overlong forms count as valid). */
function createUtf8Counter(): { push: (bytes: Uint8Array) => void; end: () => Utf8Statistics } {
  const found: Utf8Statistics = { validCharacters: 0, invalidBytes: 0, first: null };
  let line = 1;
  let expected = 0;
  let lead = 0;
  const countInvalid = (byte: number) => {
    found.invalidBytes += 1;
    found.first ??= { byte, line };
  };
  const push = (bytes: Uint8Array) => {
    for (const byte of bytes) {
      if (expected > 0 && (byte & 0xc0) === 0x80) {
        expected -= 1;
        if (expected === 0) found.validCharacters += 1;
        continue;
      }
      if (expected > 0) countInvalid(lead);
      expected = byte >= 0xf5 || byte < 0xc2 ? 0 : byte >= 0xf0 ? 3 : byte >= 0xe0 ? 2 : 1;
      lead = byte;
      if (expected === 0 && byte >= 0x80) countInvalid(byte);
      if (byte === 0x0a) line += 1;
    }
  };
  const end = () => {
    if (expected > 0) countInvalid(lead);
    return found;
  };
  return { push, end };
}

/** Bytes that Windows-1252 does not define. */
const UNDEFINED_IN_WINDOWS_1252 = new Set([0x81, 0x8d, 0x8f, 0x90, 0x9d]);

/** Finds the first byte of a text in chunks that Windows-1252 does not define. */
function createUndefinedByteFinder(): { push: (bytes: Uint8Array) => void; end: () => BytePosition | null } {
  let found: BytePosition | null = null;
  let line = 1;
  const push = (bytes: Uint8Array) => {
    if (found !== null) return;
    for (const byte of bytes) {
      if (byte === 0x0a) line += 1;
      if (!UNDEFINED_IN_WINDOWS_1252.has(byte)) continue;
      found = { byte, line };
      return;
    }
  };
  return { push, end: () => found };
}

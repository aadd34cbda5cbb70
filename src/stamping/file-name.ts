import { composeText } from '../tables/text.ts';

/** The longest base name, its number included, in bytes of UTF-8. */
export const MAX_NAME_BYTES = 200;

const forbidden = /[/\\:*?"<>|\p{Cc}\p{Cs}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF]/gu;
const reserved = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)$/i;

/** Characters of a text that can become part of a name: more than enough, since most are not forbidden. */
export const MAX_SOURCE_LENGTH = 2_000;

/**
 * The first `MAX_SOURCE_LENGTH` characters of a text as the base name of a file that is valid on every operating system;
 * '' when no character is left.
 */
export function cleanName(text: string): string {
  const safe = composeText(text.slice(0, MAX_SOURCE_LENGTH))
    .replace(forbidden, '')
    .replace(/^[\s.]+|(?<![\s.])[\s.]+$/g, '')
    .replace(/\s/g, '_');
  const stem = safe.split('.', 1)[0] ?? '';
  return cutBytes(reserved.test(stem) ? `_${safe}` : safe, MAX_NAME_BYTES);
}

const graphemes = new Intl.Segmenter('und');

/** Cuts a name between characters to at most `limit` bytes of UTF-8. The result does not end with a dot. */
export function cutBytes(name: string, limit: number): string {
  if (name.length * 3 <= limit) return name;
  let bytes = 0;
  let end = 0;
  for (const { segment } of graphemes.segment(name.slice(0, limit + 2))) {
    bytes += Buffer.byteLength(segment);
    if (bytes > limit) break;
    end += segment.length;
  }
  if (end === 0 && name !== '') return cutCodePoints(name, limit);
  return name.slice(0, end).replace(/\.+$/, '');
}

/** For a single character longer than the limit, such as a letter with a hundred accents: cuts between code points. */
function cutCodePoints(name: string, limit: number): string {
  let bytes = 0;
  let short = '';
  for (const char of name) {
    bytes += Buffer.byteLength(char);
    if (bytes > limit) break;
    short += char;
  }
  return short;
}

/** The form in which two names are compared: some file systems ignore case and Unicode normalisation. */
export function foldName(name: string): string {
  return name.normalize('NFC').toLowerCase().toUpperCase().toLowerCase().normalize('NFC');
}

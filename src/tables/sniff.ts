/** What the first bytes of a file say it is; never its name. */
export type SniffedFormat =
  | 'zip'
  | 'compound'
  | 'text'
  | 'binary'
  | 'html'
  | 'xml'
  | 'pdf'
  | 'rtf'
  | 'gzip'
  | 'empty';

const SIGNATURES: readonly (readonly [SniffedFormat, string])[] = [
  ['zip', 'PK\x03\x04'],
  ['zip', 'PK\x05\x06'],
  // OLE compound file: .xls, and .xlsx with a password.
  ['compound', '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'],
  ['gzip', '\x1f\x8b'],
  ['pdf', '%PDF-'],
  ['rtf', '{\\rtf'],
];

/** Judges a file by its beginning (some kilobytes). UTF-16 text is text although it holds zero bytes. */
export function sniffFormat(head: Uint8Array): SniffedFormat {
  if (head.length === 0) return 'empty';
  const latin = Buffer.from(head).toString('latin1');
  for (const [format, signature] of SIGNATURES) {
    if (latin.startsWith(signature)) return format;
  }
  const start = latin
    .replaceAll('\0', '')
    .replace(/^(\xef\xbb\xbf|\xff\xfe|\xfe\xff)/, '')
    .trimStart()
    .toLowerCase();
  if (start === '') return latin.includes('\0') ? 'binary' : 'empty';
  if (/^(<!doctype html|<html|<table|<head|<body|<meta)/.test(start)) return 'html';
  if (/^<\?xml/.test(start)) return /<html|<table/.test(start) && !/<workbook/.test(start) ? 'html' : 'xml';
  return hasBinaryBytes(latin) ? 'binary' : 'text';
}

/**
 * Tab, line feed, vertical tab (a line break inside a value, in exports of databases and word processors), page,
 * return, and the end-of-file mark of old programs.
 */
const layoutCodes = new Set([9, 10, 11, 12, 13, 26]);

/** Control characters that no text file has; a few are forgiven, zero bytes only where UTF-16 puts them. */
function hasBinaryBytes(latin: string): boolean {
  // With a byte order mark it is UTF-16, where any byte may be half of a letter.
  if (/^(\xff\xfe|\xfe\xff)/.test(latin)) return false;
  let controls = 0;
  let zeros = 0;
  for (let at = 0; at < latin.length; at += 1) {
    const code = latin.charCodeAt(at);
    if (code === 0) zeros += 1;
    else if (code < 32 && !layoutCodes.has(code)) controls += 1;
  }
  const looksUtf16 = zeros > latin.length * 0.2;
  return (zeros > 0 && !looksUtf16) || controls > latin.length * 0.02;
}

/** The format of a file according to its first bytes. */
export type DetectedFormat =
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

const SIGNATURES: readonly (readonly [DetectedFormat, string])[] = [
  ['zip', 'PK\x03\x04'],
  ['zip', 'PK\x05\x06'],
  // OLE compound file: .xls, or .xlsx with a password.
  ['compound', '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'],
  ['gzip', '\x1f\x8b'],
  ['pdf', '%PDF-'],
  ['rtf', '{\\rtf'],
];

/** Detects the format of a file by its first kilobytes. UTF-16 is text although it contains zero bytes. */
export function detectFormat(head: Uint8Array): DetectedFormat {
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
 * Control characters that text files contain: tab, line feed, vertical tab (a line break inside a value in exports of
 * databases and word processors), form feed, carriage return, and the end-of-file mark of old programs.
 */
const TEXT_CONTROLS = new Set([9, 10, 11, 12, 13, 26]);

/** Whether the text has zero bytes outside UTF-16, or more than 2 % other control characters. */
function hasBinaryBytes(latin: string): boolean {
  // UTF-16 with a byte order mark: any byte may be half of a character.
  if (/^(\xff\xfe|\xfe\xff)/.test(latin)) return false;
  let controls = 0;
  let zeros = 0;
  for (let at = 0; at < latin.length; at += 1) {
    const code = latin.charCodeAt(at);
    if (code === 0) zeros += 1;
    else if (code < 32 && !TEXT_CONTROLS.has(code)) controls += 1;
  }
  const looksUtf16 = zeros > latin.length * 0.2;
  return (zeros > 0 && !looksUtf16) || controls > latin.length * 0.02;
}

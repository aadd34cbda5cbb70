import { closeSync, openSync, readSync } from 'node:fs';
import path from 'node:path';

/** The tables of a TrueType font that subsetting needs (OpenType 1.9). */
const needed = ['cmap', 'glyf', 'head', 'hhea', 'hmtx', 'loca', 'maxp'];
const headerLength = 12;
const recordLength = 16;
const mostTables = 100;

/** The paths in a list in the format of PATH: separated by `:`, on Windows by `;`. */
export function splitFontPaths(list: string): string[] {
  return list
    .split(path.delimiter)
    .map((file) => file.trim())
    .filter((file) => file !== '');
}

/** Returns an error text for a file that cannot be used as a font, with the fix; null when it can. */
export function findFontFileProblem(file: string): string | null {
  let directory: Buffer;
  try {
    directory = readStart(file);
  } catch {
    return `${file} cannot be read; check the path and its permissions`;
  }
  const kind = directory.toString('latin1', 0, 4);
  if (kind === 'ttcf') return `${file} is a font collection; extract a single .ttf file from it`;
  const isTrueType = kind === '\u0000\u0001\u0000\u0000' || kind === 'true';
  if (!isTrueType || directory.length < headerLength) {
    return `${file} is not a TrueType font; use a .ttf file (not .otf, .woff)`;
  }
  const tags = new Set<string>();
  const count = Math.min(directory.readUInt16BE(4), mostTables);
  for (let at = headerLength; at < headerLength + count * recordLength; at += recordLength) {
    tags.add(directory.toString('latin1', at, at + 4));
  }
  const missing = needed.filter((tag) => !tags.has(tag));
  return missing.length === 0
    ? null
    : `${file} does not have the tables ${missing.join(', ')}; use another .ttf file`;
}

function readStart(file: string): Buffer {
  const start = Buffer.alloc(headerLength + mostTables * recordLength);
  const descriptor = openSync(file, 'r');
  try {
    return start.subarray(0, readSync(descriptor, start, 0, start.length, 0));
  } finally {
    closeSync(descriptor);
  }
}

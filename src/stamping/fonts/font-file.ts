import { closeSync, openSync, readSync } from 'node:fs';
import path from 'node:path';

/** Tables that make a TrueType font with outlines that can be cut down (OpenType 1.9). */
const needed = ['cmap', 'glyf', 'head', 'hhea', 'hmtx', 'loca', 'maxp'];
const headerLength = 12;
const recordLength = 16;
const mostTables = 100;

/** The paths of a list as PATH writes it: with `:` between them, `;` on Windows. */
export function splitFontPaths(list: string): string[] {
  return list
    .split(path.delimiter)
    .map((file) => file.trim())
    .filter((file) => file !== '');
}

/** Why a file cannot serve as a font of the engine, as a text that says what to do; null when it can. */
export function findFontFileProblem(file: string): string | null {
  let directory: Buffer;
  try {
    directory = readStart(file);
  } catch {
    return `${file} cannot be read; check the path and its permissions`;
  }
  const kind = directory.toString('latin1', 0, 4);
  if (kind === 'ttcf') return `${file} is a collection of fonts; take a single .ttf out of it`;
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
    : `${file} lacks the tables ${missing.join(', ')}; use another .ttf file`;
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

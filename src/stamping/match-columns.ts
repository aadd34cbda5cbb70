/**
 * Matches names that people typed: table headers to fields, mapping names to fields. The levels, each for names that
 * the previous one did not match: exact (trimmed, NFC); ignoring case and white space; then without parents and
 * indexes ("form1[0].Page1[0].Name[0]" matches "Page1.Name" and "Name") when exactly one name matches.
 */

const edgeSpace = /^[\s\uFEFF\u200B]+|[\s\uFEFF\u200B]+$/g;
const anySpace = /[\s\uFEFF\u200B]+/g;

/** A header for exact comparison: Unicode white space trimmed (U+00A0 and tab too), NFC. */
export function cleanHeader(header: string): string {
  return header.normalize('NFC').replace(edgeSpace, '');
}

/** A header for comparison without case and white space. */
export function foldHeader(header: string): string {
  return header.normalize('NFC').replace(anySpace, '').toLowerCase().toUpperCase().toLowerCase();
}

/** Shorter forms of a full field name: without indexes, then without one parent after the other. */
function shortNames(fullName: string): string[] {
  const segments = foldHeader(fullName)
    .replace(/\[\d+\]/g, '')
    .split('.');
  return segments.map((_, index) => segments.slice(index).join('.')).filter((name) => name !== '');
}

function indexBy(names: readonly string[], key: (name: string) => string): Map<string, number> {
  const found = new Map<string, number>();
  names.forEach((name, index) => {
    const k = key(name);
    if (k !== '' && !found.has(k)) found.set(k, index);
  });
  return found;
}

/**
 * For each wanted name the index of its header, or -1. Names that differ only in case or white space share a header,
 * unless another name matches the header exactly. A header that matches a whole name does not match another name by
 * its last segment. Equal wanted names share their header.
 */
export function matchColumns(wanted: readonly string[], headers: readonly string[]): number[] {
  const exact = indexBy(headers, cleanHeader);
  const result = wanted.map((name) => exact.get(cleanHeader(name)) ?? -1);
  const taken = new Set(result);
  const free = headers.map((header, index) => (taken.has(index) ? '' : header));
  const freeByFold = indexBy(free, foldHeader);
  const byFold = indexBy(headers, foldHeader);
  wanted.forEach((name, index) => {
    if (result[index] !== -1) return;
    const key = foldHeader(name);
    result[index] = freeByFold.get(key) ?? byFold.get(key) ?? -1;
  });
  const claimed = new Set(result);
  matchShortNames({ wanted, headers, result, claimed });
  return result;
}

interface ShortMatch {
  wanted: readonly string[];
  headers: readonly string[];
  result: number[];
  claimed: Set<number>;
}

function matchShortNames({ wanted, headers, result, claimed }: ShortMatch): void {
  const owners = new Map<string, Set<string>>();
  for (const name of wanted) {
    for (const short of shortNames(name)) {
      const names = owners.get(short) ?? new Set<string>();
      owners.set(short, names.add(cleanHeader(name)));
    }
  }
  const byShort = new Map<string, number[]>();
  headers.forEach((header, index) => {
    if (claimed.has(index)) return;
    const key = foldHeader(header).replace(/\[\d+\]/g, '');
    byShort.set(key, [...(byShort.get(key) ?? []), index]);
  });
  wanted.forEach((name, index) => {
    if (result[index] !== -1) return;
    for (const short of shortNames(name)) {
      const candidates = byShort.get(short);
      const header = candidates?.[0];
      if (header === undefined || candidates?.length !== 1 || owners.get(short)?.size !== 1) continue;
      result[index] = header;
      return;
    }
  });
}

/** The index of the name that a given name refers to, by the same levels; -1 when none or several match. */
export function findName(given: string, names: readonly string[]): number {
  return createNameFinder(names)(given);
}

/** `findName` for repeated lookups in the same names. */
export function createNameFinder(names: readonly string[]): (given: string) => number {
  const exact = indexBy(names, cleanHeader);
  const folded = indexBy(names, foldHeader);
  const short = new Map<string, number>();
  names.forEach((name, index) => {
    for (const key of shortNames(name)) {
      const other = short.get(key);
      const isSame = other !== undefined && cleanHeader(names[other] ?? '') === cleanHeader(name);
      if (!isSame) short.set(key, other === undefined ? index : -1);
    }
  });
  return (given) =>
    exact.get(cleanHeader(given)) ??
    folded.get(foldHeader(given)) ??
    short.get(foldHeader(given).replace(/\[\d+\]/g, '')) ??
    -1;
}

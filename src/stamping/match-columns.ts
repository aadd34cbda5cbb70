/**
 * Matching of names people typed: table headers to fields, mapping names to fields.
 * Levels, each only for what the level before left over: exact (trimmed, NFC), ignoring case and white space,
 * then without parents and indexes ("form1[0].Page1[0].Name[0]" answers to "Page1.Name" and "Name") when one
 * name alone answers to it.
 */

const edgeSpace = /^[\s\uFEFF\u200B]+|[\s\uFEFF\u200B]+$/g;
const anySpace = /[\s\uFEFF\u200B]+/g;

/** A header as it is compared exactly: Unicode white space trimmed (U+00A0 and tab too), NFC. */
export function cleanHeader(header: string): string {
  return header.normalize('NFC').replace(edgeSpace, '');
}

/** A header as it is compared ignoring case and white space. */
export function foldHeader(header: string): string {
  return header.normalize('NFC').replace(anySpace, '').toLowerCase().toUpperCase().toLowerCase();
}

/** The names a full field name also answers to: without indexes, then without one parent after the other. */
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
 * For each wanted name the index of the header that serves it, or -1. Names that differ in case or white space only
 * share the one header there is, but one that no name claims exactly goes first. A header that serves a whole name
 * serves no other as its last segment; equal wanted names share their header.
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

/** Which of `names` a given name means, by the same levels; -1 when none or more than one answers to it. */
export function findName(given: string, names: readonly string[]): number {
  return createNameFinder(names)(given);
}

/** `findName` for many questions about the same names. */
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

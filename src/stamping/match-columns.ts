import { composeText } from '../tables/text.ts';

/**
 * Matches names that people typed: table headers to fields, mapping names to fields. The levels, each for names that
 * the previous one did not match: exact (trimmed, NFC); ignoring case and white space; then without parents and
 * indexes ("form1[0].Page1[0].Name[0]" matches "Page1.Name" and "Name") when exactly one name matches. All names are
 * indexed once, so that the time is linear in the names.
 */

const edgeSpace = /^[\s\uFEFF\u200B]+|(?<![\s\uFEFF\u200B])[\s\uFEFF\u200B]+$/g;
const anySpace = /[\s\uFEFF\u200B]+/g;

/** Longer names have no form without parents. Short forms of all names take at most `parts` times their length. */
export const shortNameLimits = { characters: 300, parts: 30 } as const;

/** A header for exact comparison: Unicode white space trimmed (U+00A0 and tab too), NFC. */
export function cleanHeader(header: string): string {
  return composeText(header).replace(edgeSpace, '');
}

/** A header for comparison without case and white space. */
export function foldHeader(header: string): string {
  return composeText(header).replace(anySpace, '').toLowerCase().toUpperCase().toLowerCase();
}

function foldWithoutIndexes(name: string): string {
  return foldHeader(name).replace(/\[\d+\]/g, '');
}

/** Shorter forms of a full field name: without indexes, then without one parent after the other. */
function shortNames(fullName: string): string[] {
  const whole = foldWithoutIndexes(fullName);
  if (whole === '') return [];
  const names = [whole];
  if (whole.length > shortNameLimits.characters) return names;
  for (let dot = whole.indexOf('.'); dot >= 0; dot = whole.indexOf('.', dot + 1)) {
    if (names.length === shortNameLimits.parts) return [whole];
    names.push(whole.slice(dot + 1));
  }
  return names.filter((name) => name !== '');
}

function indexBy(names: readonly string[], key: (name: string) => string): Map<string, number> {
  const found = new Map<string, number>();
  names.forEach((name, index) => {
    const k = key(name);
    if (k !== '' && !found.has(k)) found.set(k, index);
  });
  return found;
}

function lazy<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/**
 * For each wanted name the index of its header, or -1. Names that differ only in case or white space share a header,
 * unless another name matches the header exactly. A header that matches a whole name does not match another name by
 * its last segment. Equal wanted names share their header.
 */
export function matchColumns(wanted: readonly string[], headers: readonly string[]): number[] {
  return createColumnMatcher(wanted)(headers);
}

/** `matchColumns` for several tables and the same wanted names. */
export function createColumnMatcher(wanted: readonly string[]): (headers: readonly string[]) => number[] {
  const clean = wanted.map(cleanHeader);
  const folded = lazy(() => wanted.map(foldHeader));
  const short = lazy(() => indexShortNames(wanted, clean));
  return (headers) => {
    const exact = indexBy(headers, cleanHeader);
    const result = clean.map((name) => exact.get(name) ?? -1);
    if (!result.includes(-1)) return result;
    const taken = new Set(result);
    const byFold = indexBy(headers, foldHeader);
    const free = headers.map((header, index) => (taken.has(index) ? '' : header));
    const freeByFold = indexBy(free, foldHeader);
    folded().forEach((key, index) => {
      if (result[index] === -1) result[index] = freeByFold.get(key) ?? byFold.get(key) ?? -1;
    });
    matchShortNames({ short, headers, result });
    return result;
  };
}

interface ShortNames {
  /** The short names of each wanted name. */
  forms: string[][];
  /** The wanted name that a short name means; null when it means several. */
  owners: Map<string, string | null>;
}

function indexShortNames(wanted: readonly string[], clean: readonly string[]): ShortNames {
  const forms = wanted.map(shortNames);
  const owners = new Map<string, string | null>();
  forms.forEach((names, index) => {
    const owner = clean[index] ?? '';
    for (const name of names) {
      const other = owners.get(name);
      owners.set(name, other === undefined || other === owner ? owner : null);
    }
  });
  return { forms, owners };
}

interface ShortMatch {
  short: () => ShortNames;
  headers: readonly string[];
  result: number[];
}

function matchShortNames({ short, headers, result }: ShortMatch): void {
  const claimed = new Set(result);
  if (!claimed.has(-1)) return;
  const free = headers.flatMap((header, index) => (claimed.has(index) ? [] : [{ header, index }]));
  if (free.length === 0) return;
  const headerOf = indexUnique(free);
  const { forms, owners } = short();
  forms.forEach((names, index) => {
    if (result[index] !== -1) return;
    const match = names.find((name) => (headerOf.get(name) ?? -1) >= 0 && owners.get(name) !== null);
    if (match !== undefined) result[index] = headerOf.get(match) ?? -1;
  });
}

/** Headers by their form without indexes; -1 for a form that several headers have. */
function indexUnique(headers: readonly { header: string; index: number }[]): Map<string, number> {
  const found = new Map<string, number>();
  for (const { header, index } of headers) {
    const key = foldWithoutIndexes(header);
    found.set(key, found.has(key) ? -1 : index);
  }
  return found;
}

/**
 * Finds the header of one wanted name, by the levels of `matchColumns`; -1 when none or several match. For repeated
 * lookups in the same headers.
 */
export function createHeaderFinder(headers: readonly string[]): (wanted: string) => number {
  const exact = lazy(() => indexBy(headers, cleanHeader));
  const folded = lazy(() => indexBy(headers, foldHeader));
  const unique = lazy(() => indexUnique(headers.map((header, index) => ({ header, index }))));
  const findShort = (wanted: string) => {
    const match = shortNames(wanted).find((name) => (unique().get(name) ?? -1) >= 0);
    return match === undefined ? undefined : unique().get(match);
  };
  return (wanted) =>
    exact().get(cleanHeader(wanted)) ?? folded().get(foldHeader(wanted)) ?? findShort(wanted) ?? -1;
}

/**
 * Finds the name that a header or a mapping refers to, by the same levels; -1 when none or several match. For repeated
 * lookups in the same names.
 */
export function createNameFinder(names: readonly string[]): (given: string) => number {
  const exact = indexBy(names, cleanHeader);
  const folded = lazy(() => indexBy(names, foldHeader));
  const short = lazy(() => {
    const found = new Map<string, number>();
    names.forEach((name, index) => {
      for (const key of shortNames(name)) {
        const other = found.get(key);
        const isSame = other !== undefined && cleanHeader(names[other] ?? '') === cleanHeader(name);
        if (!isSame) found.set(key, other === undefined ? index : -1);
      }
    });
    return found;
  });
  return (given) =>
    exact.get(cleanHeader(given)) ??
    folded().get(foldHeader(given)) ??
    short().get(foldWithoutIndexes(given)) ??
    -1;
}

/** The given names that refer to none, or to several, of the names. */
export function findUnknownNames(given: readonly string[], names: readonly string[]): string[] {
  if (given.length === 0) return [];
  const find = createNameFinder(names);
  return given.filter((name) => find(name) < 0);
}

import { matchColumns } from './match-columns.ts';

/** The longest base name with its suffix, in bytes of UTF-8. */
const maxBytes = 200;

/** Gives each row of a job the name of its archive entry. */
export interface EntryNamer {
  /** Columns the pattern names and the table does not have; their places stay empty. */
  readonly unknownColumns: string[];
  /** Columns whose values the names hold. */
  readonly usedColumns: string[];
  /**
   * First pass, once for every row that will be named: learns the row's own name, so that no suffix made for
   * another row takes it. `output_N` names need no first pass; calling it is harmless. False when an earlier row has
   * the same name.
   */
  reserve(values: readonly string[], dataRow: number): boolean;
  /** The entry name, `.pdf` included. `dataRow` counts data rows from 1. Call once a row, in row order. */
  name(values: readonly string[], dataRow: number): string;
}

/**
 * A naming pattern: literal text and `[Column]` places. Memory: one folded name for each row
 * with a pattern, nothing for the default names.
 */
export function createEntryNamer(pattern: string | null, columns: readonly string[]): EntryNamer {
  const { parts, unknownColumns } = parsePattern(pattern ?? '', columns);
  const ownNames = new Set<string>();
  const taken = new Set<string>();
  const nextSuffix = new Map<string, number>();
  const ownName = (values: readonly string[], dataRow: number) => {
    const text = parts.map((part) => (typeof part === 'string' ? part : (values[part] ?? ''))).join('');
    return cleanName(text) || `output_${dataRow}`;
  };
  const usedColumns = parts.flatMap((part) => (typeof part === 'number' ? (columns[part] ?? []) : []));
  if (parts.length === 0) {
    const name: EntryNamer['name'] = (_, dataRow) => `output_${dataRow}.pdf`;
    return { unknownColumns, usedColumns, reserve: () => true, name };
  }
  return {
    unknownColumns,
    usedColumns,
    reserve: (values, dataRow) => {
      const key = foldName(ownName(values, dataRow));
      if (ownNames.has(key)) return false;
      ownNames.add(key);
      return true;
    },
    name: (values, dataRow) => {
      const own = ownName(values, dataRow);
      const key = foldName(own);
      let name = own;
      if (taken.has(key)) {
        let count = nextSuffix.get(key) ?? 2;
        const suffixed = () => `${cutBytes(own, maxBytes - `_${count}`.length)}_${count}`;
        name = suffixed();
        while (taken.has(foldName(name)) || ownNames.has(foldName(name))) {
          count++;
          name = suffixed();
        }
        nextSuffix.set(key, count + 1);
      }
      taken.add(foldName(name));
      return `${name}.pdf`;
    },
  };
}

type Part = string | number;

function parsePattern(
  pattern: string,
  columns: readonly string[],
): { parts: Part[]; unknownColumns: string[] } {
  const source = pattern.replace(/\.pdf\s*$/i, '');
  const parts: Part[] = [];
  const unknownColumns: string[] = [];
  // A header may hold brackets itself ("Amount [EUR]"), so known headers are tried first, the longest first.
  const known = columns.map((column, index) => ({ place: `[${column.trim()}]`, index }));
  known.sort((a, b) => b.place.length - a.place.length);
  let literal = '';
  let at = 0;
  const push = (part: Part) => {
    if (literal !== '') parts.push(literal);
    literal = '';
    parts.push(part);
  };
  while (at < source.length) {
    const open = source.indexOf('[', at);
    if (open < 0) break;
    literal += source.slice(at, open);
    const exact = known.find(({ place }) => source.startsWith(place, open));
    const close = source.indexOf(']', open);
    if (exact) {
      push(exact.index);
      at = open + exact.place.length;
    } else if (close < 0) {
      at = open;
      break;
    } else {
      const column = source.slice(open + 1, close);
      const [index = -1] = matchColumns([column], columns);
      if (index >= 0) push(index);
      else unknownColumns.push(column);
      at = close + 1;
    }
  }
  literal += source.slice(at);
  if (literal.trim() !== '') parts.push(literal);
  // A pattern that resolves to nothing is still a pattern: its rows get the default name.
  if (parts.length === 0 && unknownColumns.length > 0) parts.push('');
  return { parts, unknownColumns };
}

const forbidden = /[/\\:*?"<>|\p{Cc}\p{Cs}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF]/gu;
const reserved = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)$/i;

/** A text as the base name of a file every system takes, or '' when nothing is left. */
export function cleanName(text: string): string {
  const safe = text
    .normalize('NFC')
    .replace(forbidden, '')
    .replace(/^[\s.]+|[\s.]+$/g, '')
    .replace(/\s/g, '_');
  const stem = safe.split('.', 1)[0] ?? '';
  return cutBytes(reserved.test(stem) ? `_${safe}` : safe, maxBytes);
}

const graphemes = new Intl.Segmenter('und');

/** Cut between characters so that the UTF-8 form has at most `limit` bytes; no dot is left at the end. */
function cutBytes(name: string, limit: number): string {
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

/** One character may be longer than the limit itself (a letter with a hundred accents): then between code points. */
function cutCodePoints(name: string, limit: number): string {
  let bytes = 0;
  let kept = '';
  for (const char of name) {
    bytes += Buffer.byteLength(char);
    if (bytes > limit) break;
    kept += char;
  }
  return kept;
}

/** Names that one file system or another takes for the same: case and Unicode form aside. */
export function foldName(name: string): string {
  return name.normalize('NFC').toLowerCase().toUpperCase().toLowerCase().normalize('NFC');
}

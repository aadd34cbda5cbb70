import { cleanName, MAX_SOURCE_LENGTH } from './file-name.ts';
import { createHeaderFinder } from './match-columns.ts';

/** Builds the file name of each row of a table from a naming pattern: literal text and `[Column]` placeholders. */
export interface RowNamer {
  /** Columns that the pattern names and the table does not have. Their placeholders become empty text. */
  readonly unknownColumns: readonly string[];
  /** Columns of the table that the pattern uses. */
  readonly usedColumns: readonly string[];
  /** There is no pattern: every name is `output_N` and no value is read. */
  readonly isDefault: boolean;
  /** The name without `.pdf`, before duplicates get a number. `dataRow` counts data rows from 1. */
  nameOf(values: readonly string[], dataRow: number): string;
}

/** The time is linear in the columns, and quadratic in the pattern, which has at most 500 characters. */
export function createRowNamer(pattern: string | null, columns: readonly string[]): RowNamer {
  const { parts, unknownColumns } = parsePattern(pattern ?? '', columns);
  const textOf = (values: readonly string[]) => {
    let text = '';
    for (const part of parts) {
      if (text.length >= MAX_SOURCE_LENGTH) break;
      text += typeof part === 'string' ? part : (values[part] ?? '').slice(0, MAX_SOURCE_LENGTH);
    }
    return text;
  };
  return {
    unknownColumns,
    usedColumns: parts.flatMap((part) => (typeof part === 'number' ? (columns[part] ?? []) : [])),
    isDefault: parts.length === 0,
    nameOf: (values, dataRow) => cleanName(textOf(values)) || `output_${dataRow}`,
  };
}

/** A literal text, or the index of a column. */
type Part = string | number;

function parsePattern(
  pattern: string,
  columns: readonly string[],
): { parts: Part[]; unknownColumns: string[] } {
  const source = pattern.replace(/\.pdf\s*$/i, '');
  const parts: Part[] = [];
  const unknownColumns: string[] = [];
  const findColumn = createHeaderFinder(columns);
  const findPlaceholder = createPlaceholderFinder(columns);
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
    const exact = findPlaceholder(source, open);
    const close = source.indexOf(']', open);
    if (exact) {
      push(exact.index);
      at = exact.end;
    } else if (close < 0) {
      at = open;
      break;
    } else {
      const column = source.slice(open + 1, close);
      const index = findColumn(column);
      if (index >= 0) push(index);
      else unknownColumns.push(column);
      at = close + 1;
    }
  }
  literal += source.slice(at);
  if (literal.trim() !== '') parts.push(literal);
  // A pattern of unknown columns only is still a pattern: its rows get the default name.
  if (parts.length === 0 && unknownColumns.length > 0) parts.push('');
  return { parts, unknownColumns };
}

/** Finds the column whose header in brackets is at `open`: the longest one, since headers may contain brackets. */
function createPlaceholderFinder(columns: readonly string[]) {
  const known = new Map<string, number>();
  let longest = 0;
  for (const [index, column] of columns.entries()) {
    const placeholder = `[${column.trim()}]`;
    if (!known.has(placeholder)) known.set(placeholder, index);
    longest = Math.max(longest, placeholder.length);
  }
  return (source: string, open: number): { index: number; end: number } | null => {
    let close = source.lastIndexOf(']', open + longest - 1);
    for (; close > open; close = source.lastIndexOf(']', close - 1)) {
      const index = known.get(source.slice(open, close + 1));
      if (index !== undefined) return { index, end: close + 1 };
    }
    return null;
  };
}

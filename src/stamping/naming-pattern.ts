import { cleanName } from './file-name.ts';
import { matchColumns } from './match-columns.ts';

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

export function createRowNamer(pattern: string | null, columns: readonly string[]): RowNamer {
  const { parts, unknownColumns } = parsePattern(pattern ?? '', columns);
  const textOf = (values: readonly string[]) =>
    parts.map((part) => (typeof part === 'string' ? part : (values[part] ?? ''))).join('');
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
  // A header may contain brackets itself ("Amount [EUR]"), so the known headers are tried first, the longest first.
  const known = columns.map((column, index) => ({ placeholder: `[${column.trim()}]`, index }));
  known.sort((a, b) => b.placeholder.length - a.placeholder.length);
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
    const exact = known.find(({ placeholder }) => source.startsWith(placeholder, open));
    const close = source.indexOf(']', open);
    if (exact) {
      push(exact.index);
      at = open + exact.placeholder.length;
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
  // A pattern of unknown columns only is still a pattern: its rows get the default name.
  if (parts.length === 0 && unknownColumns.length > 0) parts.push('');
  return { parts, unknownColumns };
}

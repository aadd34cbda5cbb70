import { DomainError } from '../../../errors.ts';
import { matchColumns } from '../../../stamping/match-columns.ts';
import type { Problem } from '../../../stamping/types.ts';
import { columnsOf, type TemplateTargets } from './template-targets.ts';

/** A row in the form that the stamping engine takes. */
interface PreviewRow {
  /** Column names of the template. Rows with other spellings share the compiled template. */
  columns: string[];
  values: string[];
  /** Members of the row that fill nothing. */
  unknown: string[];
  /** The name of a column in the row of the user. */
  labelOf(column: string): string;
}

/** Matches the members of a row like headers of a spreadsheet. Throws ROWS_INVALID if no member is a column. */
export function readPreviewRow(
  { isMapped, targets }: TemplateTargets,
  row: Readonly<Record<string, string>>,
): PreviewRow {
  const wanted = columnsOf(targets);
  const given = Object.keys(row);
  const found = matchColumns(wanted, given).map((index) => given[index] ?? null);
  const label = new Map(wanted.map((column, index) => [column, found[index] ?? column]));
  const texts = new Map(Object.entries(row));
  // Without mappings, a field without a column keeps its value.
  const columns = isMapped ? wanted : wanted.filter((_, index) => found[index] !== null);
  const used = new Set(found);
  const unknown = given.filter((name) => !used.has(name));
  if (given.length > 0 && unknown.length === given.length && wanted.length > 0) {
    throw noKnownColumn(unknown, wanted);
  }
  return {
    columns,
    values: columns.map((column) => texts.get(label.get(column) ?? column) ?? ''),
    unknown,
    labelOf: (column) => label.get(column) ?? column,
  };
}

const SHOWN = 100;

function noKnownColumn(unknown: readonly string[], wanted: readonly string[]): DomainError {
  const known = wanted.slice(0, 10).map((name) => `"${name}"`);
  const more = wanted.length > known.length ? ` and ${wanted.length - known.length} more` : '';
  const detail = `No member of the row is a column of the template. Its columns are ${known.join(', ')}${more}.`;
  return new DomainError('ROWS_INVALID', detail, {
    paths: unknown.slice(0, SHOWN).map((name) => ({
      path: `row.${name}`,
      message: 'COLUMN_UNUSED: No field or mapping of the template uses this column.',
    })),
  });
}

/** The error for a row with problems; its paths are the columns. */
export function rowInvalid(problems: readonly Problem[], { labelOf }: PreviewRow): DomainError {
  const [first] = problems;
  const example = first === undefined ? '' : ` Column "${labelOf(first.column)}": ${first.message}`;
  return new DomainError('ROWS_INVALID', `The row cannot be stamped.${example}`, {
    paths: problems.slice(0, SHOWN).map(({ column, code, message }) => ({
      path: `row.${labelOf(column)}`,
      message: `${code}: ${message}`,
    })),
  });
}

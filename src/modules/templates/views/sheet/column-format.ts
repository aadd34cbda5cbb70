import { dateToSerial, isDateFormat, isValidFormat } from 'numfmt';
import { createFormatter } from '../../../../stamping/format-value.ts';
import type { FieldMapping } from '../../../../stamping/types.ts';
import { createCellFormats } from '../../../../tables/xlsx/cell-format.ts';
import { BLANK, type ExampleCell } from './sheet-types.ts';

/** The cell format of a column with dates or numbers, and example values for it. */
interface ColumnFormat {
  kind: 'date' | 'number';
  /** Number format code. */
  code: string;
  examples: ExampleCell[];
}

interface Sample {
  /** The unambiguous text that the stamping engine takes. */
  exact: string;
  value: number | Date;
  serial: number;
}

/** Dates with ambiguous days and months, a year before 2000, and a time of day. */
const dates: Sample[] = [
  [2026, 1, 31, 0, 0],
  [2026, 3, 4, 0, 0],
  [1987, 12, 1, 0, 0],
  [2026, 3, 4, 13, 45],
].map(([year = 0, month = 0, day = 0, hour = 0, minute = 0]) => {
  const value = new Date(Date.UTC(year, month - 1, day, hour, minute));
  const exact = value.toISOString().slice(0, 19).replace('T', ' ');
  return { exact, value, serial: dateToSerial([year, month, day, hour, minute, 0]) ?? 0 };
});

const numbers: Sample[] = [1234.5, 1, 0.25, -7, 1_000_000].map((value) => ({
  exact: String(value),
  value,
  serial: value,
}));

/** The limit of Excel for a number format code. */
const MAX_CODE_LENGTH = 255;

/**
 * The cell format of a column for these mappings; null for plain text. The pattern of a mapping is used only if the
 * stamping engine reads the displayed text as the same value: `d/m/yy` could swap day and month.
 */
export function formatOf(mappings: readonly FieldMapping[]): ColumnFormat | null {
  const typed = mappings.filter((mapping) => kindOf(mapping) !== null);
  const [first] = typed;
  const kind = first === undefined ? null : kindOf(first);
  if (first === undefined || kind === null) return null;
  const patterns = [first.FormatPattern ?? '', ...fallbacks(kind, first.FormatPattern ?? '')];
  const samples = kind === 'date' ? dates : numbers;
  const code =
    patterns.find((pattern) => isFaithful(pattern, typed, samples)) ?? patterns.at(-1) ?? 'General';
  const show = shower(code);
  const examples = samples.slice(0, 2).map(({ serial, value }) => ({ text: show(serial), value }));
  return { kind, code, examples: [...examples, BLANK] };
}

function kindOf({ Format, FormatPattern }: FieldMapping): ColumnFormat['kind'] | null {
  if (Format === 'Date') return 'date';
  if (Format === 'Currency' || Format === 'Number') return 'number';
  if (Format !== undefined || !FormatPattern) return null;
  return isDateFormat(FormatPattern) ? 'date' : 'number';
}

function fallbacks(kind: ColumnFormat['kind'], pattern: string): string[] {
  if (kind === 'number') return ['#,##0.00', 'General'];
  return /[hs]/i.test(pattern) ? ['yyyy-mm-dd hh:mm:ss'] : ['yyyy-mm-dd'];
}

/** Whether each mapping formats the displayed text of the cell like the exact value. */
function isFaithful(pattern: string, mappings: readonly FieldMapping[], samples: readonly Sample[]): boolean {
  if (pattern === '' || pattern.length > MAX_CODE_LENGTH || !isValidFormat(pattern)) return false;
  const show = shower(pattern);
  const formatters = mappings.map(createFormatter);
  return samples.every(({ serial, exact }) =>
    formatters.every((format) => {
      if (format === null) return true;
      const wanted = format(exact);
      const read = format(show(serial));
      // The mapping does not apply to this value, so the cell format does not matter.
      return !wanted.applied || (read.applied && read.text === wanted.text);
    }),
  );
}

/** Returns the text that the table reader returns for a cell with this format. */
function shower(code: string): (serial: number) => string {
  const [format] = createCellFormats([{ formatId: 164, formatCode: code }], false);
  return (serial) => format?.number(String(serial)) ?? String(serial);
}

import type { CellDate } from '../tables/types.ts';
import { createFormatter } from './format-value.ts';
import type { DocumentWriter, Plan, Report } from './plan/plan.ts';
import type { Target } from './targets.ts';
import type { FieldValue, Problem } from './types.ts';

/** A target and the plans that fill it. */
export interface RowTarget {
  target: Target;
  plans: readonly Plan[];
}

/** The arguments of a filler besides the value. `day` is the full date when the value shows only a part of it. */
interface Work {
  out: DocumentWriter;
  report: Report;
  checkOnly: boolean;
  day: string | undefined;
}

interface Row {
  values: readonly string[];
  dates: readonly CellDate[] | undefined;
  checkOnly: boolean;
}

/** Codes of warnings. All other problems are errors, and the row is not stamped. */
const warnings = new Set<Problem['code']>([
  'TEXT_SHRUNK',
  'TEXT_CLIPPED',
  'FORMAT_NOT_APPLICABLE',
  'FORMAT_AMBIGUOUS',
  'ERROR_CELL_BLANK',
]);

const maxReportedLength = 1000;

/**
 * Fills all targets with a row's values: default, requirement, format, then the plans of each field. With `checkOnly`
 * nothing has to be written, and values that certainly fit are skipped.
 */
export function createRowReader(targets: readonly RowTarget[]): (out: DocumentWriter, row: Row) => Problem[] {
  const fillers = targets.map(createFiller);
  return (out, { values, dates, checkOnly }) => {
    const problems: Problem[] = [];
    let column = '';
    let value = '';
    const report: Report = (code, message) => {
      // Several widgets of one field have the same problem; it is reported once.
      if (problems.some((problem) => problem.code === code && problem.column === column)) return;
      const severity = warnings.has(code) ? 'warning' : 'error';
      problems.push({ severity, code, column, value: shorten(value), message });
    };
    for (const filler of fillers) {
      column = filler.label;
      value = filler.given(values);
      filler.fill(value, { out, report, checkOnly, day: filler.day(dates) });
    }
    return problems;
  };
}

/** The values of fields and positions after filling. Problems are not reported. */
export function createValueReader(
  targets: readonly RowTarget[],
): (values: readonly string[]) => FieldValue[] {
  const fillers = targets.map((each) => ({ ...each, ...createFiller(each) }));
  return (values) =>
    fillers.flatMap(({ target, plans, given, settle }) => {
      const value = settle(given(values), () => {});
      // Fields with the same name can interpret a value differently.
      return plans.map((plan, index) => ({
        field: target.fields[index]?.name ?? target.name,
        value: plan.storedValue(value),
      }));
    });
}

function createFiller({ target, plans }: RowTarget) {
  const { mapping, column, label } = target;
  const format = createFormatter(mapping);
  const fixed = mapping.ValueType === 'Static' || column < 0 ? (mapping.StaticValue ?? '') : null;
  const fallback = mapping.Default ?? '';
  const required = mapping.Required === true;
  const settle = (given: string, report: Report, day?: string): string => {
    let value = isBlank(given) ? fallback : given;
    if (required && isBlank(value)) {
      report(
        'REQUIRED_VALUE_MISSING',
        'A value is required. Fill in the cell, or set a default in the mapping.',
      );
    }
    if (format && !isBlank(value)) {
      const formatted = format(value, day);
      if (formatted.reading !== undefined) {
        report(
          'FORMAT_AMBIGUOUS',
          `The value is ambiguous; it was read as ${formatted.reading}. Write dates as 2026-12-31 and numbers without thousands separators.`,
        );
      }
      value = formatted.text;
      if (!formatted.applied) {
        report(
          'FORMAT_NOT_APPLICABLE',
          `The format ${mapping.Format ?? ''} cannot be applied to this value, so it was used unchanged.`,
        );
      }
    }
    return value;
  };
  const fill = (given: string, { out, report, checkOnly, day }: Work): void => {
    const value = settle(given, report, day);
    for (const plan of plans) {
      if (checkOnly && plan.canSkipCheck?.(value)) continue;
      plan.fill(out, value, report);
    }
  };
  const given = (values: readonly string[]) => fixed ?? values[column] ?? '';
  const day = (dates: readonly CellDate[] | undefined) =>
    format === null || fixed !== null ? undefined : dates?.find((date) => date.column === column)?.text;
  return { label, given, day, settle, fill };
}

/** Limits the length of a value in a list of problems. */
function shorten(value: string): string {
  return value.length > maxReportedLength ? `${value.slice(0, maxReportedLength).toWellFormed()}…` : value;
}

/** Empty, or only white space and control characters. The first character decides for most values. */
function isBlank(value: string): boolean {
  const first = value.charCodeAt(0);
  return !(first > 0x20 && first < 0x7f) && /^[\s\p{Cc}]*$/u.test(value);
}

import type { CellDate } from '../tables/types.ts';
import { createFormatter } from './format-value.ts';
import type { DocumentWriter, Plan, Report } from './plan/plan.ts';
import type { Target } from './targets.ts';
import type { FieldValue, Problem } from './types.ts';

/** A target with what fills it. */
export interface RowTarget {
  target: Target;
  plans: readonly Plan[];
}

/** What a filler needs beside the value; `day` is the one that the value shows only a part of. */
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

/** Problems of these codes keep a row from being stamped; all others are warnings. */
const warnings = new Set<Problem['code']>([
  'TEXT_SHRUNK',
  'TEXT_CLIPPED',
  'FORMAT_NOT_APPLICABLE',
  'FORMAT_AMBIGUOUS',
  'ERROR_CELL_BLANK',
]);

const longestTold = 1000;

/**
 * Fills all targets with a row's values: default, requirement, format, then the plans of each field. With `checkOnly`
 * nothing has to be written, and what surely fits is not even tried.
 */
export function createRowReader(targets: readonly RowTarget[]): (out: DocumentWriter, row: Row) => Problem[] {
  const fillers = targets.map(createFiller);
  return (out, { values, dates, checkOnly }) => {
    const problems: Problem[] = [];
    let column = '';
    let value = '';
    const report: Report = (code, message) => {
      // Several widgets of one field meet the same problem; it is told once.
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

/** What the fields and places hold once filled with a row's values; problems are of no interest. */
export function createValueReader(
  targets: readonly RowTarget[],
): (values: readonly string[]) => FieldValue[] {
  const fillers = targets.map((each) => ({ ...each, ...createFiller(each) }));
  return (values) =>
    fillers.flatMap(({ target, plans, given, settle }) => {
      const value = settle(given(values), () => {});
      // Fields of one name may each understand a value in their own way.
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
        'A value is required here. Fill the cell, or give the mapping a default.',
      );
    }
    if (format && !isBlank(value)) {
      const formatted = format(value, day);
      if (formatted.reading !== undefined) {
        report(
          'FORMAT_AMBIGUOUS',
          `The value can be read in two ways; it was read as ${formatted.reading}. Write a date as 2026-12-31, a number without thousands separators.`,
        );
      }
      value = formatted.text;
      if (!formatted.applied) {
        report(
          'FORMAT_NOT_APPLICABLE',
          `The value is not what the format ${mapping.Format ?? ''} takes; it stays as it is.`,
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

/** A cell of megabytes is no help in a list of problems. */
function shorten(value: string): string {
  return value.length > longestTold ? `${value.slice(0, longestTold).toWellFormed()}…` : value;
}

/** Empty or nothing but white space and controls; most values show at their first character that they are not. */
function isBlank(value: string): boolean {
  const first = value.charCodeAt(0);
  return !(first > 0x20 && first < 0x7f) && /^[\s\p{Cc}]*$/u.test(value);
}

import { DomainError } from '../../../../errors.ts';
import { cleanHeader, foldHeader, matchColumns } from '../../../../stamping/match-columns.ts';
import type { TemplateInventory } from '../../../../stamping/types.ts';
import { DEFAULT_TABLE_LIMITS } from '../../../../tables/types.ts';
import { parseColumns } from '../../template-columns.ts';
import { columnsOf, type TemplateTarget, type TemplateTargets } from '../template-targets.ts';
import { isRequired, planColumn } from './plan-column.ts';
import type { SheetColumn } from './sheet-types.ts';

interface SheetInput extends TemplateTargets {
  /** The stored columns of the template: comma-separated. */
  columns: string;
  inventory: TemplateInventory;
}

/** Limits the options of all columns, and so the size of the workbook. */
const MAX_OPTIONS = 20_000;

/**
 * Plans the columns of the sheet. Throws TEMPLATE_HAS_NO_TARGETS if the template has no columns, TABLE_TOO_LARGE if it has
 * more columns than a table can have.
 */
export function planSheet(input: SheetInput): SheetColumn[] {
  const targets = input.targets.filter(({ isThere, column }) => isThere && column !== null);
  const headers = headersOf(parseColumns(input.columns), targets);
  checkColumnCount(headers.length);
  const targetsOf = bind(headers, targets);
  const fieldsOf = Map.groupBy(input.inventory.fields, ({ name }) => name);
  let optionCount = 0;
  return headers.map((header, index) => {
    const own = targetsOf.get(index) ?? [];
    const fields = own.flatMap(({ fieldName }) => fieldsOf.get(fieldName ?? '') ?? []);
    const column = planColumn(header, own, fields);
    optionCount += column.choices?.texts.length ?? 0;
    return optionCount > MAX_OPTIONS ? { ...column, choices: null } : column;
  });
}

/** The columns of the template, and those that a stamp requires. */
function headersOf(given: readonly string[], targets: readonly TemplateTarget[]): string[] {
  const headers = [...new Set(given.map(cleanHeader))].filter((header) => header !== '');
  const bound = bind(headers, targets);
  const served = new Set([...bound.values()].flat());
  const missing = targets.filter(
    (target) => !served.has(target) && (served.size === 0 || isRequired(target)),
  );
  return [...headers, ...columnsOf(missing).map(cleanHeader)];
}

/** Groups the targets by the index of their header. */
function bind(headers: readonly string[], targets: readonly TemplateTarget[]): Map<number, TemplateTarget[]> {
  const names = columnsOf(targets);
  const found = matchColumns(names, headers);
  const indexOf = new Map(names.map((name, order) => [foldHeader(name), found[order] ?? -1]));
  const bound = Map.groupBy(targets, ({ column }) => indexOf.get(foldHeader(column ?? '')) ?? -1);
  bound.delete(-1);
  return bound;
}

function checkColumnCount(columnCount: number): void {
  if (columnCount === 0) {
    throw new DomainError(
      'TEMPLATE_HAS_NO_TARGETS',
      'The template has no columns. Map a form field, or a position on a page, to a column.',
    );
  }
  const { maxColumns } = DEFAULT_TABLE_LIMITS;
  if (columnCount > maxColumns) {
    throw new DomainError(
      'TABLE_TOO_LARGE',
      `The template has ${columnCount} columns, but a table can have at most ${maxColumns}. Remove columns from the template.`,
    );
  }
}

import { textSteps } from './budget.ts';
import { type Comparable, comparable, compareValues } from './compare.ts';
import { containsText } from './contains-text.ts';
import { splitReferences } from './interpolate.ts';
import { interpolateWithin } from './interpolate-within.ts';
import { isJsonObject, type JsonObject, type JsonValue } from './json-text.ts';
import type { Reader } from './reader.ts';

type Operand = JsonValue | undefined;

interface Comparison {
  left: Operand;
  right: Operand;
  reader: Reader;
}

/** A comparison of two texts or numbers; false when one of them is missing. */
const both =
  (holds: (left: Comparable, right: Comparable, reader: Reader) => boolean) =>
  ({ left, right, reader }: Comparison) =>
    left !== undefined && right !== undefined && holds(ready(left, reader), ready(right, reader), reader);

/** A comparison takes steps however short the text is. */
const STEPS_OF_COMPARISON = 4;

function ready(value: JsonValue, { budget }: Reader): Comparable {
  const made = comparable(value);
  budget.spend(STEPS_OF_COMPARISON + textSteps(made.text.length));
  return made;
}

function areEqual({ left, right, reader }: Comparison): boolean {
  if (left === undefined || right === undefined) return left === right;
  return compareValues(ready(left, reader), ready(right, reader)) === 0;
}

function holdsEqual(list: readonly JsonValue[], value: JsonValue, reader: Reader): boolean {
  const wanted = ready(value, reader);
  return list.some((item) => compareValues(ready(item, reader), wanted) === 0);
}

function contains({ left, right, reader }: Comparison): boolean {
  if (left === undefined || right === undefined) return false;
  if (Array.isArray(left)) return holdsEqual(left, right, reader);
  return !isJsonObject(left) && containsText(ready(left, reader).text, ready(right, reader).text);
}

function isEmpty({ left }: Comparison): boolean {
  if (left === undefined || left === null || left === '') return true;
  return Array.isArray(left) ? left.length === 0 : isJsonObject(left) && Object.keys(left).length === 0;
}

const judges = {
  equals: areEqual,
  notEquals: (comparison) => !areEqual(comparison),
  greaterThan: both((left, right) => compareValues(left, right) > 0),
  greaterOrEqual: both((left, right) => compareValues(left, right) >= 0),
  lessThan: both((left, right) => compareValues(left, right) < 0),
  lessOrEqual: both((left, right) => compareValues(left, right) <= 0),
  contains,
  startsWith: both((left, right) => left.text.startsWith(right.text)),
  endsWith: both((left, right) => left.text.endsWith(right.text)),
  matches: both((left, right, reader) => reader.matches(right.text, left.text)),
  in: ({ left, right, reader }) =>
    left !== undefined && Array.isArray(right) && holdsEqual(right, left, reader),
  exists: ({ left }) => left !== undefined,
  empty: isEmpty,
} as const satisfies Record<string, (comparison: Comparison) => boolean>;

export type Operator = keyof typeof judges;
export const operators = Object.keys(judges) as Operator[];

/** Operators that look at the path alone. */
export const unaryOperators: readonly string[] = ['exists', 'empty'];

export function isOperator(name: JsonValue | undefined): name is Operator {
  return typeof name === 'string' && Object.hasOwn(judges, name);
}

/**
 * Whether a condition holds: `{path, operator, value}`, or `{all}`, `{any}`, `{not}` of such. True or false whatever the
 * data; a part that is not a condition is false. Throws NodeError only where `reader` does: for an invalid pattern made of
 * data, and beyond its bounds. Throws BudgetExceeded.
 */
export function evaluateCondition(condition: JsonValue | undefined, reader: Reader): boolean {
  if (!isJsonObject(condition)) return false;
  reader.budget.spend(1);
  if (Array.isArray(condition.all)) return condition.all.every((part) => evaluateCondition(part, reader));
  if (Array.isArray(condition.any)) return condition.any.some((part) => evaluateCondition(part, reader));
  if (condition.not !== undefined) return !evaluateCondition(condition.not, reader);
  return compare(condition, reader);
}

function compare({ path, operator, value }: JsonObject, reader: Reader): boolean {
  if (typeof path !== 'string' || !isOperator(operator)) return false;
  const left = reader.resolve(path);
  const right = unaryOperators.includes(operator) ? undefined : operandOf(value, reader);
  return judges[operator]({ left, right, reader });
}

/** The value to compare with. One single reference that leads nowhere is missing, unlike in Compose. */
function operandOf(value: JsonValue | undefined, reader: Reader): Operand {
  if (value === undefined) return undefined;
  if (typeof value === 'string') {
    reader.budget.spend(textSteps(value.length));
    const [part, ...more] = splitReferences(value);
    if (part !== undefined && 'path' in part && more.length === 0) return reader.resolve(part.path);
  }
  return interpolateWithin(value, reader);
}

import { isOperator, operators, unaryOperators } from './condition.ts';
import { findOpenWithin } from './interpolate-within.ts';
import { isJsonObject, type JsonObject, type JsonValue } from './json-text.ts';
import { type Read, readsWithin } from './reads.ts';
import type { DataFault, NodeContext } from './types.ts';

const joints = ['all', 'any', 'not'] as const;

/** Every fault of a condition; `member` is its path below `data`. */
export function findConditionFaults(
  condition: JsonValue | undefined,
  member: string,
  context?: NodeContext,
): DataFault[] {
  const advice = 'must be {path, operator, value}, or {all: […]}, {any: […]}, {not: {…}}';
  if (!isJsonObject(condition)) return [{ member, message: advice }];
  const joined = joints.filter((joint) => condition[joint] !== undefined);
  const [joint, second] = joined;
  if (joint === undefined) return findComparisonFaults(condition, member, context);
  if (second !== undefined || condition.path !== undefined) {
    return [{ member, message: `${advice}, one of these at a time` }];
  }
  const parts = condition[joint];
  if (joint === 'not') return findConditionFaults(parts, `${member}.not`, context);
  if (!Array.isArray(parts) || parts.length === 0) {
    return [{ member: `${member}.${joint}`, message: 'must be a list with at least one condition' }];
  }
  return parts.flatMap((part, index) => findConditionFaults(part, `${member}.${joint}[${index}]`, context));
}

function findComparisonFaults(
  { path, operator, value }: JsonObject,
  member: string,
  context?: NodeContext,
): DataFault[] {
  const faults: DataFault[] = [];
  if (typeof path !== 'string') {
    faults.push({ member: `${member}.path`, message: 'must be a path such as event.total' });
  }
  if (!isOperator(operator)) {
    faults.push({ member: `${member}.operator`, message: `must be one of ${operators.join(', ')}` });
    return faults;
  }
  if (unaryOperators.includes(operator)) return faults;
  const at = `${member}.value`;
  if (value === undefined) return [...faults, { member: at, message: `is missing; ${operator} needs one` }];
  const open = findOpenWithin(value, at);
  const fault = findOperandFault(operator, value, context);
  return [...faults, ...open, ...(fault === null ? [] : [{ member: at, message: fault }])];
}

function findOperandFault(operator: string, value: JsonValue, context?: NodeContext): string | null {
  const isFixed = typeof value !== 'string' || !value.includes('${');
  if (operator === 'in' && isFixed && !Array.isArray(value)) return 'must be a list, or a reference to one';
  if (operator !== 'matches' || !isFixed) return null;
  if (typeof value !== 'string') return 'must be a pattern as text';
  return context?.findPatternFault(value) ?? null;
}

/** Every path a condition looks up. */
export function readsOfCondition(condition: JsonValue | undefined, member: string): Read[] {
  if (!isJsonObject(condition)) return [];
  if (Array.isArray(condition.all)) return readsOfParts(condition.all, `${member}.all`);
  if (Array.isArray(condition.any)) return readsOfParts(condition.any, `${member}.any`);
  if (condition.not !== undefined) return readsOfCondition(condition.not, `${member}.not`);
  const { path, operator, value } = condition;
  const left: Read[] = typeof path === 'string' ? [{ member: `${member}.path`, path, need: 'anything' }] : [];
  const isUnary = typeof operator === 'string' && unaryOperators.includes(operator);
  return isUnary ? left : [...left, ...readsWithin(value, `${member}.value`)];
}

function readsOfParts(parts: readonly JsonValue[], member: string): Read[] {
  return parts.flatMap((part, index) => readsOfCondition(part, `${member}[${index}]`));
}

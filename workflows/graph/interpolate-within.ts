import { findOpenReference, interpolate } from './interpolate.ts';
import { isScalar, type JsonValue } from './json-text.ts';
import type { Reader } from './reader.ts';
import { type DataFault, memberPath } from './types.ts';

/** Any JSON with the references of all its texts filled in; keys and other scalars stay. Throws NodeError and BudgetExceeded. */
export function interpolateWithin(value: JsonValue, reader: Reader): JsonValue {
  if (typeof value === 'string') return interpolate(value, reader);
  reader.budget.spend(1);
  if (isScalar(value)) return value;
  if (Array.isArray(value)) return value.map((item) => interpolateWithin(item, reader));
  const members = Object.entries(value).map(([key, item]): [string, JsonValue] => {
    reader.count(key);
    return [key, interpolateWithin(item, reader)];
  });
  // fromEntries defines members, so a key such as __proto__ is ordinary data here too.
  return Object.fromEntries(members);
}

/** Texts inside `value` with a reference that is never closed. */
export function findOpenWithin(value: JsonValue, member: string): DataFault[] {
  if (typeof value === 'string') {
    const message = findOpenReference(value);
    return message === null ? [] : [{ member, message }];
  }
  if (isScalar(value)) return [];
  return Object.entries(value).flatMap(([key, item]) => findOpenWithin(item, memberPath(member, key)));
}

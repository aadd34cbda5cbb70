import type { DataFault } from '../nodes/node.ts';
import { findReferenceFaults, interpolate } from './interpolate.ts';
import { isScalar, type JsonValue } from './json-text.ts';
import type { Reader } from './reader.ts';

/** Any JSON with the references of all its texts filled in; keys and other scalars stay. Throws NodeError. */
export function interpolateWithin(value: JsonValue, reader: Reader): JsonValue {
  if (typeof value === 'string') return interpolate(value, reader);
  if (isScalar(value)) return value;
  if (Array.isArray(value)) return value.map((item) => interpolateWithin(item, reader));
  const members = Object.entries(value).map(([key, item]): [string, JsonValue] => {
    reader.count(key);
    return [key, interpolateWithin(item, reader)];
  });
  // fromEntries defines members, so a key such as __proto__ is ordinary data here too.
  return Object.fromEntries(members);
}

/** Every fault of the references inside `value`. */
export function findFaultsWithin(value: JsonValue, member: string): DataFault[] {
  if (typeof value === 'string') return findReferenceFaults(value).map((message) => ({ member, message }));
  if (isScalar(value)) return [];
  return Object.entries(value).flatMap(([key, item]) =>
    findFaultsWithin(item, `${member}[${JSON.stringify(key)}]`),
  );
}

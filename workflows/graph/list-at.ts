import type { JsonValue } from './json-text.ts';
import { NodeError } from './node-error.ts';
import type { Reader } from './reader.ts';

/** The list a path leads to; `member` is the member of the node's data that holds the path. Throws NodeError. */
export function listAt(path: string, member: string, reader: Reader): JsonValue[] {
  const list = reader.resolve(path);
  if (Array.isArray(list)) return list;
  const reason = list === undefined ? 'missing' : 'not a list';
  throw new NodeError(`${path.trim()} is ${reason}. "${member}" must lead to a list.`);
}

import { type JsonObject, type JsonValue, printJson } from './json-text.ts';
import { limits } from './limits.ts';
import { NodeError } from './node-error.ts';
import { resolvePath } from './resolve-path.ts';

/** Looks up paths in a scope, remembers what was read, and bounds what is made of it. */
export interface Reader {
  readonly scope: JsonObject;
  /** The value at a path, or undefined. Never throws. */
  resolve(path: string): JsonValue | undefined;
  /** Counts a value that goes into the output. Throws NodeError once the output would be too large. */
  count(value: JsonValue): void;
  /** How many characters may still be counted. */
  left(): number;
  /** Path to value, for the record of the run. Missing paths are null. */
  readonly read: JsonObject;
}

/** A reader of `scope`; `length` is how many characters of JSON the output may have. */
export function createReader(scope: JsonObject, length: number = limits.outputLength): Reader {
  // Without a prototype any path can be a key.
  const read: JsonObject = Object.create(null);
  let left = length;
  return {
    scope,
    read,
    left: () => left,
    resolve: (path) => {
      const value = resolvePath(scope, path);
      read[path.trim()] = value ?? null;
      return value;
    },
    count: (value) => {
      left -= typeof value === 'string' ? value.length : printJson(value).length;
      if (left < 0) {
        throw new NodeError(`The output is larger than ${length} characters. Refer to less data.`);
      }
    },
  };
}

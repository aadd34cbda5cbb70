import { type JsonObject, type JsonValue, printJson } from './json-text.ts';
import { limits } from './limits.ts';
import { NodeError } from './node-error.ts';
import { resolvePath } from './resolve-path.ts';

/** Looks up paths in a scope, remembers the values it read, and limits the output made of them. */
export interface Reader {
  /** The value at a path, or undefined. Never throws. */
  resolve(path: string): JsonValue | undefined;
  /** Counts a value that goes into the output. Throws NodeError once the output would be too large. */
  count(value: JsonValue): void;
  /** Counts characters that are compared. Throws NodeError once comparing would take too long. */
  spend(characters: number): void;
  /** Whether a linear-time pattern is found in a text. Throws NodeError for an invalid or too expensive pattern. */
  matches(pattern: string, text: string): boolean;
  /** A reader of the scope with more in it. It counts into the same bounds; its reads are not remembered. */
  within(more: JsonObject): Reader;
  /** Path to value, for the record of the run. Missing paths are null. */
  readonly read: JsonObject;
}

export interface ReaderOptions {
  /** How many characters of JSON the output may have. */
  length?: number;
  /** Matches patterns; workflow code has no implementation. */
  matches?: Reader['matches'];
}

const withoutPatterns: Reader['matches'] = () => {
  throw new NodeError('Patterns cannot be matched here.');
};

/** A reader of `scope`. */
export function createReader(scope: JsonObject, options: ReaderOptions = {}): Reader {
  const { length = limits.outputLength, matches = withoutPatterns } = options;
  let left = length;
  let work: number = limits.comparedLength;
  const bounds = {
    count: (value: JsonValue) => {
      left -= typeof value === 'string' ? value.length : printJson(value).length;
      if (left < 0) {
        throw new NodeError(`The output is larger than ${length} characters. Refer to less data.`);
      }
    },
    spend: (characters: number) => {
      work -= characters;
      if (work >= 0) return;
      const advice = 'Compare shorter values, or fewer.';
      throw new NodeError(`The conditions compare more than ${limits.comparedLength} characters. ${advice}`);
    },
    matches,
  };
  const readerOf = (seen: JsonObject): Reader => {
    // Without a prototype any path can be a key.
    const read: JsonObject = Object.create(null);
    return {
      ...bounds,
      read,
      resolve: (path) => {
        const value = resolvePath(seen, path);
        read[path.trim()] = value ?? null;
        return value;
      },
      within: (more) => readerOf({ ...seen, ...more }),
    };
  };
  return readerOf(scope);
}

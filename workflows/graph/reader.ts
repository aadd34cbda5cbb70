import { type Budget, textSteps } from './budget.ts';
import { type Scope, scopeWith } from './event-context.ts';
import { isScalar, type JsonObject, type JsonValue, printJson } from './json-text.ts';
import { limits } from './limits.ts';
import { NodeError } from './node-error.ts';
import { type CompiledPattern, countPatterns, type PatternEngine } from './patterns.ts';
import { resolvePath } from './resolve-path.ts';
import { quote } from './types.ts';

/** Looks up paths in a scope, remembers the values it read, and limits the output made of them. */
export interface Reader {
  /** The value at a path, or undefined. */
  resolve(path: string): JsonValue | undefined;
  /** Counts a value that goes into the output. Throws NodeError once the output would be too large. */
  count(value: JsonValue): void;
  /** Whether a linear-time pattern is found in a text. Throws NodeError for an invalid or too large pattern. */
  matches(pattern: string, text: string): boolean;
  /** A reader of the scope with more in it. It counts into the same bounds; its reads are not remembered. */
  within(more: JsonObject): Reader;
  /** Adds a value to the record of the run. */
  remember(name: string, value: JsonValue): void;
  /** Path to value, for the record of the run. Missing paths are null. */
  readonly read: JsonObject;
  /** Counts the steps of everything that is evaluated with this reader. */
  readonly budget: Budget;
}

export interface ReaderOptions {
  budget: Budget;
  /** How many characters of JSON the output may have. */
  length?: number;
  patterns: PatternEngine;
}

/** A reader of `scope`. Its functions throw BudgetExceeded. */
export function createReader(scope: Scope, options: ReaderOptions): Reader {
  const { budget, length = limits.outputLength, patterns } = options;
  const matches = createMatcher(patterns, budget);
  let left = length;
  const count = (value: JsonValue) => {
    const characters = typeof value === 'string' ? value.length : printJson(value).length;
    // A scalar is not copied.
    budget.spend(isScalar(value) ? 1 : textSteps(characters));
    left -= characters;
    if (left < 0) {
      throw new NodeError(`The output is larger than ${length} characters. Refer to less data.`);
    }
  };
  const readerOf = (seen: Scope): Reader => {
    // Without a prototype any path can be a key.
    const read: JsonObject = Object.create(null);
    return {
      budget,
      count,
      read,
      matches,
      remember: (name, value) => {
        read[name] = value;
      },
      resolve: (path) => {
        const value = resolvePath(seen, path, budget);
        read[path.trim()] = value ?? null;
        return value;
      },
      within: (more) => {
        budget.spend(STEPS_OF_READER);
        return readerOf(scopeWith(seen, more));
      },
    };
  };
  return readerOf(scope);
}

const STEPS_OF_READER = 4;

/** Steps of compiling one instruction. They count for each node that uses a pattern, compiled before or not. */
const STEPS_OF_INSTRUCTION = 40;

/** Looks for patterns in texts, whose sizes are bounded together. */
function createMatcher(patterns: PatternEngine, budget: Budget): Reader['matches'] {
  const count = countPatterns(patterns.estimate, { owner: 'node' });
  const known = new Map<string, CompiledPattern>();
  const compile = (pattern: string): CompiledPattern => {
    const fault = count.add(pattern) ?? patterns.findFault(pattern);
    if (fault !== null) throw new NodeError(`The pattern ${quote(pattern)} ${fault}.`);
    const compiled = patterns.compile(pattern);
    budget.spend(compiled.size * STEPS_OF_INSTRUCTION);
    known.set(pattern, compiled);
    return compiled;
  };
  return (pattern, text) => {
    budget.spend(textSteps(pattern.length));
    const compiled = known.get(pattern) ?? compile(pattern);
    budget.spend(compiled.size * (text.length + 1));
    return compiled.test(text);
  };
}

import { LRUCache } from 'lru-cache';
import { RE2JS } from 're2js';
import { type CompiledPattern, countPatterns, type PatternEngine } from '../../workflows/graph/patterns.ts';
import { estimatePatternSize } from './pattern-size.ts';

/** Bytes of the compiled patterns that are remembered. */
const CACHED_BYTES = 16 * 1024 * 1024;
/** Bytes of a compiled pattern, apart from its instructions, and of an instruction; measured, rounded up. */
const PATTERN_BYTES = 2_000;
const INSTRUCTION_BYTES = 300;

const compiled = new LRUCache<string, CompiledPattern>({
  maxSize: CACHED_BYTES,
  sizeCalculation: ({ size }, source) => PATTERN_BYTES + 2 * source.length + INSTRUCTION_BYTES * size,
});

function estimate(source: string): number {
  return estimatePatternSize(RE2JS.translateRegExp(source));
}

/**
 * Compiles a pattern of a user with RE2, whose running time is linear in the length of the text. Throws on look-around,
 * back references and repeats over 1,000, which RE2 does not support. The caller bounds the size before.
 */
function compile(source: string): CompiledPattern {
  const known = compiled.get(source);
  if (known !== undefined) return known;
  const pattern = withBoundedStates(RE2JS.compile(RE2JS.translateRegExp(source)));
  compiled.set(source, pattern);
  return pattern;
}

/** RE2JS remembers states while it matches, up to 8 MB for each pattern. */
interface Remembering {
  re2Input: { lazyDFA: unknown };
}

/** Steps of matching after which remembered states are dropped; each takes at most some 30 bytes. */
const REMEMBERED_STEPS = 20_000;

function withBoundedStates(pattern: RE2JS): CompiledPattern {
  const size = pattern.programSize();
  let steps = 0;
  return {
    size,
    test: (text) => {
      const found = pattern.test(text);
      steps += size * (text.length + 1);
      if (steps > REMEMBERED_STEPS) {
        (pattern as unknown as Remembering).re2Input.lazyDFA = null;
        steps = 0;
      }
      return found;
    },
  };
}

function findFault(source: string): string | null {
  try {
    compile(source);
    return null;
  } catch {
    return 'is not a valid RE2 pattern; look-around, back references and repeats over 1,000 are not supported';
  }
}

/** Patterns of users, in linear time. */
export const linearPatterns: PatternEngine = { estimate, findFault, compile };

/** Ajv's regular expression engine (its option `code.regExp`) for one schema, whose patterns are bounded together. */
export function createSchemaPatterns() {
  const count = countPatterns(estimate, { owner: 'schema' });
  const regExp = (source: string) => {
    const fault = count.add(source) ?? findFault(source);
    if (fault !== null) throw new Error(`the pattern ${JSON.stringify(source.slice(0, 100))} ${fault}`);
    const pattern = compile(source);
    return {
      test: (text: string) => pattern.test(text),
      // Ajv distinguishes compiled patterns by this text.
      toString: () => `linear/${source}/`,
    };
  };
  return Object.assign(regExp, { code: 'linearPattern' });
}

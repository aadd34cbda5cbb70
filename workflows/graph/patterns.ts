import { limits } from './limits.ts';

/** Compiles patterns whose running time is linear; workflow code has none. */
export interface PatternEngine {
  /** About how many instructions the pattern compiles to, never fewer, from its text alone. */
  estimate(pattern: string): number;
  /** The problem of a pattern, worded to follow its name, or null. Compiles it. */
  findFault(pattern: string): string | null;
  /** Throws for an invalid pattern. */
  compile(pattern: string): CompiledPattern;
}

export interface CompiledPattern {
  /** Instructions. */
  readonly size: number;
  test(text: string): boolean;
}

/** Counts the patterns of one node or graph. */
export interface PatternCount {
  /** Adds a pattern. Returns the reason why it is too large, worded to follow its name, or null. */
  add(pattern: string): string | null;
}

interface Counted {
  /** The owner of the patterns, as in "the patterns of the node". */
  owner: 'node' | 'graph' | 'schema';
  /** Counts the pattern too. */
  above?: PatternCount;
}

/** The bounds of one pattern, and of all patterns of an owner together. Equal patterns count once. */
export function countPatterns(estimate: PatternEngine['estimate'], { owner, above }: Counted): PatternCount {
  const most = limits[`${owner}PatternSize`];
  const seen = new Set<string>();
  let total = 0;
  return {
    add: (pattern) => {
      if (seen.has(pattern)) return null;
      if (pattern.length > limits.patternLength) return `is longer than ${limits.patternLength} characters`;
      const size = estimate(pattern);
      if (size > limits.patternSize) {
        const advice = 'repeat less, or nest fewer repeats';
        return `compiles to about ${size} instructions; at most ${limits.patternSize} are possible: ${advice}`;
      }
      if (total + size > most) {
        const all = `with it the patterns of the ${owner} compile to about ${total + size} instructions`;
        return `has about ${size} instructions, and ${all}; at most ${most} are possible`;
      }
      const fault = above?.add(pattern) ?? null;
      if (fault !== null) return fault;
      total += size;
      seen.add(pattern);
      return null;
    },
  };
}

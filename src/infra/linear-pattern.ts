import { LRUCache } from 'lru-cache';
import { RE2JS } from 're2js';

const LONGEST = 1_000;
const compiled = new LRUCache<string, RE2JS>({ max: 500 });

/**
 * Compiles a pattern of a user with RE2, whose running time is linear in the length of the text. Throws on look-around,
 * back references and repeats over 1,000, which RE2 does not support.
 */
export function compilePattern(source: string): RE2JS {
  const known = compiled.get(source);
  if (known !== undefined) return known;
  const pattern = RE2JS.compile(RE2JS.translateRegExp(source));
  compiled.set(source, pattern);
  return pattern;
}

/** The problem of a pattern, worded to follow its name, or null. */
export function findPatternFault(source: string): string | null {
  if (source.length > LONGEST) return `is longer than ${LONGEST} characters`;
  try {
    compilePattern(source);
    return null;
  } catch {
    return 'is not a valid RE2 pattern; look-around, back references and repeats over 1,000 are not supported';
  }
}

/** Ajv's regular expression engine (its option `code.regExp`). */
export const linearPattern = Object.assign(
  (source: string) => {
    const pattern = compilePattern(source);
    return {
      test: (text: string) => pattern.test(text),
      // Ajv distinguishes compiled patterns by this text.
      toString: () => `linear/${source}/`,
    };
  },
  { code: 'linearPattern' },
);

import { RE2JS } from 're2js';

/** What Ajv asks of a compiled pattern. */
interface Pattern {
  test(text: string): boolean;
  toString(): string;
}

/**
 * Ajv's regular expression engine for patterns written by users: linear in the length of the text, whatever the
 * pattern. Look-arounds, back references and repeats over 1,000 do not exist there and throw when compiled.
 */
export const linearPattern = Object.assign(
  (source: string): Pattern => {
    const compiled = RE2JS.compile(RE2JS.translateRegExp(source));
    return {
      test: (text) => compiled.test(text),
      // Ajv keeps compiled patterns apart by this text.
      toString: () => `linear/${source}/`,
    };
  },
  { code: 'linearPattern' },
);

import { compilePattern, findPatternFault } from '../src/infra/linear-pattern.ts';
import { NodeError } from '../workflows/graph/node-error.ts';
import type { Reader } from '../workflows/graph/reader.ts';

/** Steps of pattern matching that one node may take: the size of the pattern times the length of the text. */
const MOST_STEPS = 20_000_000;

/** Looks for patterns in texts, in linear time and bounded for all comparisons of one node together. */
export function createPatternMatcher(): Reader['matches'] {
  let left = MOST_STEPS;
  return (source, text) => {
    const fault = findPatternFault(source);
    if (fault !== null) throw new NodeError(`The pattern ${JSON.stringify(source.slice(0, 100))} ${fault}.`);
    const pattern = compilePattern(source);
    left -= pattern.programSize() * text.length;
    if (left < 0) {
      throw new NodeError(
        'The patterns take too long on texts of this length. Simplify them, or match less.',
      );
    }
    return pattern.test(text);
  };
}

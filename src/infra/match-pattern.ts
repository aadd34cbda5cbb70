import { NodeError } from '../../workflows/graph/node-error.ts';
import type { PatternMatcher } from '../../workflows/graph/reader.ts';
import { compilePattern, findPatternFault } from './linear-pattern.ts';

/** Looks for a pattern in a text, in time linear in both. Counts the size of the program times the length of the text. */
export const matchPattern: PatternMatcher = (source, text, budget) => {
  const fault = findPatternFault(source);
  if (fault !== null) throw new NodeError(`The pattern ${JSON.stringify(source.slice(0, 100))} ${fault}.`);
  const pattern = compilePattern(source);
  budget.spend(pattern.programSize() * (text.length + 1));
  return pattern.test(text);
};

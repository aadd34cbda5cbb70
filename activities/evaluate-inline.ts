import { createJsonCache } from '../src/infra/json-cache.ts';
import { matchPattern } from '../src/infra/match-pattern.ts';
import { type Evaluation, evaluateNode, type NodeTexts } from '../workflows/evaluate-node.ts';
import { BudgetExceeded, createBudget } from '../workflows/graph/budget.ts';
import { limits } from '../workflows/graph/limits.ts';

/** Evaluates the pure part of nodes. */
export type Evaluate = (texts: NodeTexts) => Promise<Evaluation>;

/** Characters of JSON whose values are remembered. */
const CACHED_CHARACTERS = 8 * 1024 * 1024;

/** Evaluates on this thread. A node that takes too many steps fails. */
export function createInlineEvaluate(): Evaluate {
  const parse = createJsonCache(CACHED_CHARACTERS);
  return async (texts) => {
    try {
      return evaluateNode(texts, { budget: createBudget(limits.nodeSteps), parse, matchPattern });
    } catch (error) {
      if (!(error instanceof BudgetExceeded)) throw error;
      const advice = 'Compare less data, use shorter lists, or simplify the patterns.';
      const message = `The node ${error.message}. ${advice}`;
      return { output: null, control: null, error: message, input: null };
    }
  };
}

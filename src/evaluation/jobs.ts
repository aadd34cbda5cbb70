import { type Evaluation, evaluateNode, type NodeTexts } from '../../workflows/evaluate-node.ts';
import type { Budget } from '../../workflows/graph/budget.ts';
import type { JsonValue } from '../../workflows/graph/json-text.ts';
import type { GraphProblem } from '../../workflows/graph/types.ts';
import { createJsonCache } from '../infra/json-cache.ts';
import { linearPatterns as patterns } from '../infra/linear-pattern.ts';
import type { SchemaOutcome } from '../modules/webhooks/schema/compile-schema.ts';
import { createSchemaCheck, type SchemaRequest } from '../modules/webhooks/schema/schema-check.ts';
import { checkGraphText, type GraphRequest } from '../modules/workflows/check-graph-text.ts';
import { evaluationLimits } from './limits.ts';

/** Input and output of each job, in plain data that can be sent to a thread. */
export interface Jobs {
  checkSchema: { input: SchemaRequest; output: SchemaOutcome };
  checkGraph: { input: GraphRequest; output: readonly GraphProblem[] };
  evaluateNode: { input: NodeTexts; output: Evaluation };
}

export type JobName = keyof Jobs;

/** Runs a job. Throws BudgetExceeded. */
export type RunJob = <Name extends JobName>(
  name: Name,
  input: Jobs[Name]['input'],
  budget: Budget,
) => Jobs[Name]['output'];

/** The functions of all jobs, with caches of their own. */
export function createRunJob(): RunJob {
  const parse: (text: string) => JsonValue = createJsonCache(evaluationLimits.cachedCharacters);
  const checkSchema = createSchemaCheck();
  const jobs: { [Name in JobName]: (input: Jobs[Name]['input'], budget: Budget) => Jobs[Name]['output'] } = {
    checkSchema,
    checkGraph: (input, budget) => checkGraphText(input, { budget, checkSchema }),
    evaluateNode: (input, budget) => evaluateNode(input, { budget, parse, patterns }),
  };
  return (name, input, budget) => jobs[name](input, budget);
}

import type { Evaluation as NodeEvaluation, NodeTexts } from '../../workflows/evaluate-node.ts';
import { DomainError } from '../errors.ts';
import type { CheckSchema } from '../modules/webhooks/schema/schema-check.ts';
import type { EvaluateGraph } from '../modules/workflows/graph-check.ts';
import { EvaluationError } from './evaluation-error.ts';
import { createEvaluator, type EvaluateOptions, type EvaluatorOptions } from './evaluator.ts';

/** Evaluates the pure part of a node. A node that takes too much fails. Throws BUSY, or the reason of `signal`. */
export type EvaluateNode = (texts: NodeTexts, options: EvaluateOptions) => Promise<NodeEvaluation>;

export type Evaluation = ReturnType<typeof createEvaluation>;

/** Everything that evaluates what users define, for the modules and the activities. */
export function createEvaluation(options?: EvaluatorOptions) {
  const evaluator = createEvaluator(options);

  /** The output of a job, or of `exceeded` if the job takes too much. */
  const orElse = async <Output, Other>(
    job: Promise<Output>,
    exceeded: (error: EvaluationError) => Other,
  ): Promise<Output | Other> => {
    try {
      return await job;
    } catch (error) {
      if (!(error instanceof EvaluationError)) throw error;
      if (error.isCausedByInput) return exceeded(error);
      throw unavailable(error);
    }
  };

  const checkSchema: CheckSchema = (request, { owner, signal }) =>
    orElse(evaluator.run('checkSchema', request, { owner, signal }), () => ({ kind: 'too-slow' as const }));

  const evaluateGraph: EvaluateGraph = (request, { owner }) =>
    orElse(evaluator.run('checkGraph', request, { owner }), ({ message }) => [
      {
        path: '',
        node: null,
        edge: null,
        message: `Checking the graph ${message}. Use fewer nodes, shorter patterns or a simpler jsonSchema.`,
      },
    ]);

  const evaluateNode: EvaluateNode = (texts, nodeOptions) =>
    orElse(
      evaluator.run('evaluateNode', texts, nodeOptions),
      ({ message }): NodeEvaluation => ({
        output: null,
        control: null,
        error: `The node ${message}. Compare less data, use shorter lists, or simplify the patterns.`,
        input: null,
      }),
    );

  return { checkSchema, evaluateGraph, evaluateNode, load: evaluator.load, close: evaluator.close };
}

function unavailable(cause: EvaluationError): DomainError {
  return cause.failure === 'busy'
    ? new DomainError('BUSY', 'Too many checks of this account are at work. Try again in a moment.', {
        cause,
      })
    : new DomainError('UNAVAILABLE', 'The service is stopping. Try again in a moment.', { cause });
}

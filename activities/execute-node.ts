import { Context } from '@temporalio/activity';
import type { NodeInput, NodeOutput } from '../workflows/contracts/node.ts';
import type { JsonValue } from '../workflows/graph/json-text.ts';
import { createReader } from '../workflows/graph/reader.ts';
import { type ExecutedNodeType, nodes } from '../workflows/nodes/index.ts';
import type { ExecutionContext, Executor } from './execution-context.ts';
import { toFailure } from './failures.ts';
import { readData, readPayload, readScope, writeInput, writeOutput } from './node-io.ts';
import { createPatternMatcher } from './pattern-matcher.ts';
import type { ActivityServices } from './services.ts';

/** Executes nodes: as activities of their own, and within `runInline`. */
export type ExecuteNode = (input: NodeInput, payload?: () => Promise<JsonValue>) => Promise<NodeOutput>;

/**
 * Reads what the node can read, runs its executor, and returns or stores the result. `payload` is for callers that
 * execute many nodes with the same payload. Rejects with an ApplicationFailure that says whether to retry, and what the
 * node had read.
 */
export function createExecuteNode(
  { runData }: Pick<ActivityServices, 'runData'>,
  executors: Readonly<Record<ExecutedNodeType, Executor>>,
): ExecuteNode {
  return async (node, payload = () => readPayload(node, runData)) => {
    const attempts = (node.attemptsBefore ?? 0) + Context.current().info.attempt;
    let input: ExecutionContext['input'] = () => null;
    try {
      const reader = createReader(await readScope(node, payload, runData), {
        matches: createPatternMatcher(),
      });
      const context = { node, data: readData(node), reader, input: () => reader.read };
      input = () => context.input();
      const type = node.nodeType as ExecutedNodeType;
      const output = await executors[type](context);
      const result = await writeOutput({ node, attempts }, { input: input(), output }, runData);
      const control = nodes[type].control?.(output);
      return control === undefined ? result : { ...result, control };
    } catch (error) {
      // A fault in recording the input must not hide the failure.
      const read = await writeInput(node, input(), runData).catch(() => null);
      throw toFailure(error, { attempts, input: read });
    }
  };
}

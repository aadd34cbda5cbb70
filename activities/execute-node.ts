import { Context } from '@temporalio/activity';
import type { NodeInput, NodeOutput } from '../workflows/contracts/node.ts';
import type { Evaluation } from '../workflows/evaluate-node.ts';
import { isJsonObject, parseJson, printJson } from '../workflows/graph/json-text.ts';
import { NodeError } from '../workflows/graph/node-error.ts';
import { type ExecutedNodeType, nodes } from '../workflows/nodes/index.ts';
import type { ExecutionContext } from './execution-context.ts';
import type { Executors } from './executors.ts';
import { toFailure } from './failures.ts';
import { readTexts, type StoredTexts, writeInput, writeOutput } from './node-io.ts';
import type { ActivityServices } from './services.ts';

/** Executes nodes: as activities of their own, and within `runInline`. */
export type ExecuteNode = (input: NodeInput, stored?: StoredTexts) => Promise<NodeOutput>;

interface ExecuteNodeDeps extends Pick<ActivityServices, 'runData' | 'evaluateNode' | 'crashGuard'> {
  executors: Executors;
}

/**
 * Milliseconds that a node which takes more than a moment waits for a thread. Then it is left to a regular activity, or
 * tried again by Temporal, which shares the slots of the worker among accounts.
 */
const MAX_WAIT_MS = { inline: 200, regular: 1_500 };

/**
 * Reads what the node can read, evaluates its pure part, runs its executor, and returns or stores the result. `stored` is
 * for callers that execute many nodes of a run. Rejects with an ApplicationFailure that says whether to retry, and what
 * the node had read.
 */
export function createExecuteNode({
  runData,
  evaluateNode,
  crashGuard,
  executors,
}: ExecuteNodeDeps): ExecuteNode {
  return async (node, stored = runData) => {
    const attempts = (node.attemptsBefore ?? 0) + Context.current().info.attempt;
    let input: string | null = null;
    try {
      const result = await crashGuard.run(guardedNode(node), async () => {
        const evaluation = await evaluate(node, stored);
        input = evaluation.input;
        const { output, control } = await execute(node, evaluation);
        return { control, ...(await writeOutput({ node, attempts }, { input, output }, runData)) };
      });
      const { control, ...rest } = result;
      return control === null ? rest : { ...rest, control };
    } catch (error) {
      // A fault in recording the input must not hide the failure.
      const read = await writeInput(node, input, runData).catch(() => null);
      throw toFailure(error, { attempts, input: read });
    }
  };

  async function evaluate(node: NodeInput, stored: StoredTexts): Promise<Evaluation> {
    const { info, cancellationSignal: signal } = Context.current();
    const maxWaitMs = info.isLocal ? MAX_WAIT_MS.inline : MAX_WAIT_MS.regular;
    return evaluateNode(await readTexts(node, stored), { owner: node.accountId, signal, maxWaitMs });
  }

  async function execute(node: NodeInput, { output, control, error }: Evaluation) {
    if (error !== null || output === null) throw new NodeError(error ?? 'The node has no output.');
    const type = node.nodeType as ExecutedNodeType;
    const prepared = <Prepared>() => prepare(output) as Prepared;
    const own = await executors[type]?.({ node, prepared, control } satisfies ExecutionContext);
    if (own == null) return { output, control };
    return { output: printJson(own), control: nodes[type].control?.(own) ?? null };
  }
}

function guardedNode({ runId, nodeId, item }: NodeInput) {
  return { runId, nodeId, itemIndex: item?.index ?? -1 };
}

function prepare(output: string) {
  const value = parseJson(output);
  if (!isJsonObject(value)) throw new Error('The node has no object to work with.');
  return value;
}

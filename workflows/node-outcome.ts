import type { NodeOutput, NodeState } from './contracts/node.ts';
import { describeFailure, type Failure, findLimitReached } from './failure.ts';
import { nodes } from './nodes/index.ts';
import type { GraphNode } from './validation/valid-graph.ts';

/** A change of a node's state. */
export type NodeChange = Partial<NodeState> & Pick<NodeState, 'status'>;

/** How the work of a node ended. `failure` is null unless the node has failed. */
interface NodeOutcome {
  change: NodeChange;
  failure: Failure | null;
}

/** The outcome of the work of a node: completed, waiting, or failed. Never rejects. */
export async function outcomeOf(
  { type }: GraphNode,
  work: () => Promise<NodeOutput>,
  { isDryRun }: { isDryRun: boolean },
): Promise<NodeOutcome> {
  try {
    const output = await work();
    if (nodes[type].waits === true && !isDryRun) {
      return { change: { ...output, status: 'RUNNING', waitsFor: 'moment' }, failure: null };
    }
    return { change: { ...output, status: 'COMPLETED', error: null, endedAt: Date.now() }, failure: null };
  } catch (thrown) {
    const limit = findLimitReached(thrown);
    if (limit !== null) {
      const change = { status: 'RUNNING', error: `Waiting: ${limit}`, waitsFor: 'quota' } as const;
      return { change, failure: null };
    }
    const failure = describeFailure(thrown);
    const { error, attempts, input } = failure;
    return { change: { status: 'FAILED', error, attempts, input, endedAt: Date.now() }, failure };
  }
}

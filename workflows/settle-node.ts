import { isCancellation } from '@temporalio/workflow';
import type { NodeResultText, NodeState } from './contracts/node.ts';
import { describeFailure, type Failure } from './failure.ts';
import type { JoinDecision, NodeStatus, Settled } from './graph/join.ts';
import { branchOf } from './node-input.ts';
import { skippedBecause } from './node-state.ts';
import type { GraphNode } from './validation/valid-graph.ts';

/** Where nodes run: in the graph itself, or for an element of a loop. */
export interface Stage {
  /** Moves a node on. */
  update(id: string, change: Partial<NodeState> & { status: NodeStatus }): void;
  /** Does the work of a node. Rejects with the engine's failure. */
  perform(node: GraphNode): Promise<NodeResultText & Partial<NodeState>>;
  /** Takes note of a failure. */
  noteFailure(node: GraphNode, failure: Failure & { cancelled: boolean }): void;
}

/** Brings one node to its end. Never rejects: a failure is a state. */
export async function settleNode(stage: Stage, node: GraphNode, join: JoinDecision): Promise<Settled> {
  const { id } = node;
  if (!join.run) {
    const { failedBecauseOf } = join;
    stage.update(id, skippedBecause(failedBecauseOf));
    return { id, status: 'SKIPPED', failedBecauseOf, branch: null };
  }
  stage.update(id, { status: 'RUNNING', startedAt: Date.now() });
  try {
    const result = await stage.perform(node);
    stage.update(id, { endedAt: Date.now(), ...result, status: 'COMPLETED' });
    return { id, status: 'COMPLETED', failedBecauseOf: null, branch: branchOf(node.type, result.verdict) };
  } catch (thrown) {
    const failure = describeFailure(thrown);
    const { shared: _shared, ...told } = failure;
    stage.noteFailure(node, { ...failure, cancelled: isCancellation(thrown) });
    stage.update(id, { ...told, status: 'FAILED', endedAt: Date.now() });
    return { id, status: 'FAILED', failedBecauseOf: id, branch: null };
  }
}

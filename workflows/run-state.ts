import { setCurrentDetails } from '@temporalio/workflow';
import type { NodeState } from './contracts.ts';
import type { NodeStatus } from './graph/join.ts';
import { type GraphNode, quote } from './graph/types.ts';

/** The live states of a run's nodes, in the order of execution. */
export interface RunState {
  readonly nodes: NodeState[];
  /** Moves a node on; the engine's UI shows the new state at once. */
  update(id: string, change: Partial<NodeState> & { status: NodeStatus }): NodeState;
  find(id: string): NodeState | undefined;
}

export function createRunState(order: readonly GraphNode[]): RunState {
  const nodes = order.map(
    ({ id, type }): NodeState => ({
      id,
      type,
      status: 'PENDING',
      attempts: 0,
      input: null,
      output: null,
      stored: false,
      error: null,
      startedAt: null,
      endedAt: null,
    }),
  );
  const byId = new Map(nodes.map((node) => [node.id, node]));
  return {
    nodes,
    find: (id) => byId.get(id),
    update: (id, change) => {
      const node = byId.get(id);
      if (node === undefined) throw new Error(`The run has no node ${quote(id)}.`);
      Object.assign(node, change);
      setCurrentDetails(nodes.map(({ type, id, status }) => `- ${type} ${quote(id)}: ${status}`).join('\n'));
      return node;
    },
  };
}

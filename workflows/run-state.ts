import { setCurrentDetails } from '@temporalio/workflow';
import type { NodeState } from './contracts/node.ts';
import type { NodeStatus } from './graph/join.ts';
import { quote } from './graph/types.ts';
import { pendingNode } from './node-state.ts';
import type { GraphNode } from './validation/valid-graph.ts';

/** What is new of a node. */
export type NodeChange = Partial<NodeState> & { status: NodeStatus };

/** One line for each node, for operators. */
export function listStates(nodes: readonly Pick<NodeState, 'type' | 'id' | 'status'>[]): string {
  return nodes.map(({ type, id, status }) => `- ${type} ${quote(id)}: ${status}`).join('\n');
}

/** The live states of a run's nodes, in the order of execution. */
export interface RunState {
  readonly nodes: NodeState[];
  /** Moves a node on; the engine's UI shows the new state at once. */
  update(id: string, change: NodeChange): void;
  /** Moves many on at once. */
  updateAll(changes: readonly (NodeChange & { id: string })[]): void;
  find(id: string): NodeState | undefined;
}

export function createRunState(order: readonly GraphNode[]): RunState {
  const nodes = order.map(pendingNode);
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const change = (id: string, news: NodeChange) => {
    const node = byId.get(id);
    if (node === undefined) throw new Error(`The run has no node ${quote(id)}.`);
    Object.assign(node, news);
  };
  const show = () => setCurrentDetails(listStates(nodes));
  return {
    nodes,
    find: (id) => byId.get(id),
    update: (id, news) => {
      change(id, news);
      show();
    },
    updateAll: (changes) => {
      for (const news of changes) change(news.id, news);
      show();
    },
  };
}

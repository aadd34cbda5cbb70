import { decideJoin, type JoinDecision, type Settled } from './graph/join.ts';
import { groupEdges } from './graph/order.ts';
import type { GraphEdge } from './graph/types.ts';
import type { GraphNode } from './validation/valid-graph.ts';

export interface Execution {
  /** Nodes so that every edge leads forward. */
  order: readonly GraphNode[];
  edges: readonly GraphEdge[];
  /** Nodes that are settled elsewhere, by id. */
  known?: ReadonlyMap<string, Promise<Settled>>;
  /** Brings a node to its end. Never rejects: a failure is a state. */
  settle(node: GraphNode, join: JoinDecision): Promise<Settled>;
}

/** Settles each node as soon as all nodes it has edges from are settled. Knows nothing of the engine. */
export function executeGraph({ order, edges, known, settle }: Execution): Map<string, Promise<Settled>> {
  const incoming = groupEdges(edges, 'target');
  const settled = new Map(known);
  for (const node of order) {
    const into = incoming.get(node.id) ?? [];
    const above = Promise.all(
      into.map(({ source }) => settled.get(source)).filter((source) => source !== undefined),
    );
    settled.set(
      node.id,
      above.then((ended) => settle(node, decideJoin(into, ended))),
    );
  }
  return settled;
}

import { findLoops } from './graph/loops.ts';
import { groupEdges, topologicalOrder } from './graph/order.ts';
import { type GraphEdge, GraphError } from './graph/types.ts';
import { parseGraph } from './validation/parse.ts';
import type { Graph, GraphNode } from './validation/valid-graph.ts';

/** A graph prepared for running. */
export interface Plan {
  edges: readonly GraphEdge[];
  /** Nodes in the order of execution: every edge leads forward. */
  order: readonly GraphNode[];
  /** Positions in `order` by id. */
  positions: ReadonlyMap<string, number>;
  /** Edges by the node they enter. */
  incoming: ReadonlyMap<string, readonly GraphEdge[]>;
  /** The forEachNode that each node below one belongs to. */
  loopOf: ReadonlyMap<string, string>;
}

/** The plan of a graph; for a graph that cannot run the reason and a plan without nodes. */
export function readPlan(stepsJson: string): { plan: Plan; problem: string | null } {
  try {
    return { plan: planOf(parseGraph(stepsJson)), problem: null };
  } catch (error) {
    if (!(error instanceof GraphError)) throw error;
    return { plan: planOf({ nodes: [], edges: [] }), problem: error.message };
  }
}

/** The nodes of a loop, in the order of execution. */
export function loopBody({ order, loopOf }: Plan, loopId: string): GraphNode[] {
  return order.filter(({ id }) => loopOf.get(id) === loopId);
}

function planOf(graph: Graph): Plan {
  const { nodes, edges } = graph;
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const { order: ids } = topologicalOrder({ ids: [...byId.keys()], edges });
  const order = ids.map((id) => byId.get(id)).filter((node) => node !== undefined);
  const loops = [...findLoops(graph)].map(([id, [loop = '']]) => [id, loop] as const);
  return {
    edges,
    order,
    positions: new Map(ids.map((id, position) => [id, position])),
    incoming: groupEdges(edges, 'target'),
    loopOf: new Map(loops),
  };
}

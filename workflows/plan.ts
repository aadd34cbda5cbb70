import { findLoops } from './graph/loops.ts';
import { topologicalOrder } from './graph/order.ts';
import { GraphError } from './graph/types.ts';
import { parseGraph } from './validation/parse.ts';
import type { Graph, GraphNode } from './validation/valid-graph.ts';

/** A graph laid out for running. */
export interface Plan {
  graph: Graph;
  /** Nodes in the order of execution. */
  order: readonly GraphNode[];
  /** The forEachNode that each node below one belongs to. */
  loopOf: ReadonlyMap<string, string>;
}

/** The plan of a graph, or what keeps it from running and a plan without nodes. */
export function readPlan(stepsJson: string): { plan: Plan; problem: string | null } {
  try {
    return { plan: planOf(parseGraph(stepsJson)), problem: null };
  } catch (error) {
    if (!(error instanceof GraphError)) throw error;
    return { plan: planOf({ nodes: [], edges: [] }), problem: error.message };
  }
}

function planOf(graph: Graph): Plan {
  const byId = new Map(graph.nodes.map((node) => [node.id, node]));
  const { order: ids } = topologicalOrder({ ids: [...byId.keys()], edges: graph.edges });
  const order = ids.map((id) => byId.get(id)).filter((node) => node !== undefined);
  const loops = [...findLoops(graph)].map(([id, [loop = '']]) => [id, loop] as const);
  return { graph, order, loopOf: new Map(loops) };
}

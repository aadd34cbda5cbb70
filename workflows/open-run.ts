import { inlineLimit, type NodeCall, type OutputLayer, type RunInput } from './contracts.ts';
import { printJson } from './graph/json-text.ts';
import { topologicalOrder } from './graph/order.ts';
import { parseGraph } from './graph/parse.ts';
import { type Graph, GraphError, type GraphNode } from './graph/types.ts';
import { upstreamOf } from './graph/upstream.ts';
import { nodes } from './nodes/index.ts';
import { createRunState, type RunState } from './run-state.ts';

/** A run in progress. */
export interface Run {
  readonly input: RunInput;
  readonly graph: Graph;
  /** Nodes in the order of execution. */
  readonly order: readonly GraphNode[];
  readonly state: RunState;
  cancelled: boolean;
  /** The first failure that every next run would share. */
  sharedError: string | null;
  /** How often this run was told that there may be room for more actions. */
  roomSignals: number;
}

/** Reads the pinned graph. One that cannot run gives a run without nodes, which fails and says why. */
export function openRun(input: RunInput): Run {
  const { graph, problem } = readGraph(input.stepsJson);
  const byId = new Map(graph.nodes.map((node) => [node.id, node]));
  const { order: ids } = topologicalOrder({ ids: [...byId.keys()], edges: graph.edges });
  const order = ids.map((id) => byId.get(id)).filter((node) => node !== undefined);
  const state = createRunState(order);
  return { input, graph, order, state, cancelled: false, sharedError: problem, roomSignals: 0 };
}

function readGraph(stepsJson: string): { graph: Graph; problem: string | null } {
  try {
    return { graph: parseGraph(stepsJson), problem: null };
  } catch (error) {
    if (!(error instanceof GraphError)) throw error;
    return { graph: { nodes: [], edges: [] }, problem: error.message };
  }
}

/** What the activity of a node is given: its data, the payload, and the outputs above it, the farthest first. */
export function callOf(run: Run, node: GraphNode): NodeCall {
  const { input, graph, order, state } = run;
  const states = new Map(state.nodes.map((each) => [each.id, each]));
  const taken = graph.edges.filter(({ source }) => states.get(source)?.status === 'COMPLETED');
  const layers = upstreamOf(node.id, taken).flatMap((nodeId): OutputLayer[] => {
    const above = states.get(nodeId);
    const type = order.find(({ id }) => id === nodeId)?.type;
    if (above === undefined || type === undefined) return [];
    if (type === 'webhookTrigger') return [{ nodeId, kind: 'payload', text: null }];
    return [{ nodeId, kind: nodes[type].feedsEvent ? 'data' : 'other', text: above.output }];
  });
  return {
    runId: input.runId,
    eventId: input.eventId,
    accountId: input.accountId,
    nodeId: node.id,
    nodeType: node.type,
    position: order.indexOf(node),
    data: printJson(node.data),
    payload: input.payload,
    layers,
    inlineLimit: inlineLimit(order.length),
  };
}

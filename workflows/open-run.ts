import type { RunInput } from './contracts.ts';
import { findLoops } from './graph/loops.ts';
import { topologicalOrder } from './graph/order.ts';
import { parseGraph } from './graph/parse.ts';
import { type Graph, GraphError, type GraphNode } from './graph/types.ts';
import { createRunState, type RunState } from './run-state.ts';
import type { Room, roomSignal } from './wait-for-room.ts';

/** A graph laid out for running. */
export interface Plan {
  graph: Graph;
  /** Nodes in the order of execution. */
  order: readonly GraphNode[];
  /** The forEachNode that each node below one belongs to. */
  loopOf: ReadonlyMap<string, string>;
}

/** A run in progress. */
export interface Run {
  readonly input: RunInput;
  readonly plan: Plan;
  readonly state: RunState;
  cancelled: boolean;
  /** The first failure that every next run would share. */
  sharedError: string | null;
  readonly room: Room;
  /** Stretches of loops that are under way. */
  readonly stretches: Set<Stretch>;
}

/** A child of the run, to be told what the run is told. */
export interface Stretch {
  signal(definition: typeof roomSignal): Promise<void>;
}

/** Reads the pinned graph. One that cannot run gives a run without nodes, which fails and says why. */
export function openRun(input: RunInput): Run {
  const { plan, problem } = readPlan(input.stepsJson);
  const state = createRunState(plan.order);
  const room = { signals: 0 };
  return { input, plan, state, cancelled: false, sharedError: problem, room, stretches: new Set() };
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

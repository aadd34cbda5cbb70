import { setCurrentDetails } from '@temporalio/workflow';
import type { NodeState } from './contracts/node.ts';
import type { RunInput } from './contracts/run.ts';
import { quote } from './graph/types.ts';
import { createPass, type GraphPart, type Pass, partOf } from './graph-part.ts';
import type { quotaSignal } from './messages.ts';
import { readPlan } from './plan.ts';

/** A run in progress. */
export interface RunState {
  readonly input: RunInput;
  readonly part: GraphPart;
  readonly pass: Pass;
  cancelled: boolean;
  /** The first failure that every next run would share. */
  sharedError: string | null;
  /** Chunks of loops that are open. */
  readonly chunks: Set<ChunkHandle>;
}

/** A child of the run, which gets the signals of the run too. */
interface ChunkHandle {
  signal(definition: typeof quotaSignal): Promise<void>;
}

/** Reads the pinned graph. A graph that cannot run gives a run without nodes, which fails with the reason. */
export function createRunState(input: RunInput): RunState {
  const { plan, problem } = readPlan(input.stepsJson);
  const part = partOf(input, plan, null);
  const pass = createPass(part, null);
  return { input, part, pass, cancelled: false, sharedError: problem, chunks: new Set() };
}

/** The states of all nodes, in the order of execution. */
export function nodesOf({ pass }: RunState): NodeState[] {
  return [...pass.states.values()];
}

/** Shows one line for each node in Temporal's UI. */
export function showNodes(nodes: readonly NodeState[]): void {
  setCurrentDetails(nodes.map(({ type, id, status }) => `- ${type} ${quote(id)}: ${status}`).join('\n'));
}

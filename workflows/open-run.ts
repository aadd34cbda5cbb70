import type { NodeState } from './contracts/node.ts';
import type { RunInput } from './contracts/run.ts';
import type { Room, roomSignal } from './messages.ts';
import { type Plan, readPlan } from './plan.ts';
import { createRunState, type RunState } from './run-state.ts';

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
  /** What was done ahead of the interpreter. */
  readonly begun: Begun;
}

/** What the one local activity that goes ahead of a run has left to it. */
export interface Begun {
  /** Nodes that have ended well, by id. */
  readonly done: Map<string, NodeState>;
  /** Nodes that were tried in vain, for a reason that may pass. */
  readonly tried: Set<string>;
}

/** A child of the run, to be told what the run is told. */
export interface Stretch {
  signal(definition: typeof roomSignal): Promise<void>;
}

/** Reads the pinned graph. One that cannot run gives a run without nodes, which fails and says why. */
export function openRun(input: RunInput): Run {
  const { plan, problem } = readPlan(input.stepsJson);
  const state = createRunState(plan.order);
  const begun = { done: new Map(), tried: new Set<string>() };
  const room = { signals: 0 };
  return { input, plan, state, cancelled: false, sharedError: problem, room, stretches: new Set(), begun };
}

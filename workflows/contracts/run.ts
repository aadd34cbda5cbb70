import type { NodeState } from './node.ts';

/**
 * Messages to and from Temporal are small JSON, never PDF bytes. Texts that are too long to travel are null and stored
 * in PostgreSQL: the payload in its event row, the input and output of a node in its run_node row.
 */

/** Facts of a run that each of its parts needs. */
export interface RunBase {
  runId: string;
  eventId: string;
  /** Public ids of the workflow and of its owner. */
  workflowId: string;
  accountId: string;
  graphVersion: number;
  /** The received text; null when it is longer than `inlinePayloadLimit` allows. */
  payload: string | null;
  /** Template public id to the pinned version; null when the owner could not use the template at the start. */
  templatePins: Record<string, { versionId: number } | null>;
  /**
   * Only in a retry: ids of nodes with side effects that the failed run completed. They do not run again; their input,
   * output and documents were copied to this run.
   */
  kept?: readonly string[];
  /** A dry run: nothing is stored, counted, mailed or waited for. The result holds the nodes. */
  dryRun?: boolean;
  /** The current time of a dry run, in milliseconds since 1970, so that runs that are compared agree on it. */
  dryRunAt?: number;
}

/** The input of `runGraph`. */
export interface RunInput extends RunBase {
  /** The pinned graph as JSON text. */
  stepsJson: string;
}

type RunOutcome = 'COMPLETED' | 'FAILED' | 'CANCELLED';

/** How a run ended. `error` is null unless it failed. */
export interface Ending {
  status: RunOutcome;
  error: string | null;
}

/** The result of `runGraph`. Details are in PostgreSQL, except those of a dry run. */
export interface RunResult {
  status: RunOutcome;
  dryRun?: { error: string | null; nodes: NodeState[] };
}

export interface RunRecord extends Ending {
  runId: string;
  workflowId: string;
  graphVersion: number;
  engineRunId: string;
  /** Why the workflow goes to ERROR: every next run would fail the same way. Else null. */
  workflowError: string | null;
  endedAt: number;
  nodes: readonly NodeState[];
}

/** Names that the client side uses too. */
export const names = {
  workflow: 'runGraph',
  chunk: 'runChunk',
  nodesQuery: 'nodes',
  quotaSignal: 'quota',
} as const;

/** Search attribute that names the first failed node of a run. */
export const failedNodeAttribute = 'StampingFailedNode';

/** ApplicationFailure type of a run with a failed node. */
export const runFailedType = 'RUN_FAILED';

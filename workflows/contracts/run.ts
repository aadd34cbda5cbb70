import type { NodeState } from './node.ts';

/**
 * What crosses Temporal: small JSON, never PDF bytes. Texts too long to travel are null and lie in PostgreSQL: the
 * payload in its event row, what a node read and gave in its run_node row.
 */

/** What every part of a run knows of it. */
export interface RunBase {
  runId: string;
  eventId: string;
  /** Public ids of the workflow and of its owner. */
  workflowId: string;
  accountId: string;
  graphVersion: number;
  /** The received text; null when it is longer than `inlineLimit` allows. */
  payload: string | null;
  /** Template public id to the pinned version; null when the owner could not use the template at the start. */
  templatePins: Record<string, { versionId: number } | null>;
  dataNodesAs: 'local-activities' | 'activities';
  /** Whether template nodes are tried within the workflow task first; left out in runs that began before they could be. */
  stampsLocally?: boolean;
  /** Whether one local activity goes ahead of the interpreter; left out in runs that began before one could. */
  runsAhead?: boolean;
  /**
   * Only in a retry: nodes that need not be done again, because the failed run did them. What they read and gave, and
   * the documents of that run, stand under this run already.
   */
  kept?: readonly string[];
  /** A dry run: nothing is kept, counted, mailed or waited for, nothing is recorded, and the answer holds the nodes. */
  dryRun?: boolean;
  /** When a dry run takes place, in milliseconds since 1970: runs that are compared take place at one moment. */
  dryRunAt?: number;
}

/** The input of `runGraph`. */
export interface RunInput extends RunBase {
  /** The pinned graph as JSON text. */
  stepsJson: string;
}

export type RunOutcome = 'COMPLETED' | 'FAILED' | 'CANCELLED';

/** What `runGraph` answers; details are in PostgreSQL, except those of a dry run. */
export interface RunResult {
  status: RunOutcome;
  dryRun?: { error: string | null; nodes: NodeState[] };
}

/** What `runAhead` has done. */
export interface Ahead {
  /** Nodes that have ended well or were skipped. Where `recorded`, without their texts. */
  nodes: NodeState[];
  /** Nodes that were tried in vain, for a reason that may pass. */
  tried: string[];
  /** Whether all nodes have ended well and the run is recorded as COMPLETED. */
  recorded: boolean;
}

export interface RunRecord {
  runId: string;
  workflowId: string;
  graphVersion: number;
  engineRunId: string;
  status: RunOutcome;
  error: string | null;
  /** Why the workflow goes to ERROR, when every next run would fail the same way. */
  workflowError: string | null;
  endedAt: number;
  nodes: NodeState[];
  /** Nothing is to be written when the run has an end already. */
  unlessEnded?: boolean;
}

/** Names that the client side uses too. */
export const names = {
  workflow: 'runGraph',
  items: 'runItems',
  nodesQuery: 'nodes',
  roomSignal: 'room',
} as const;

/** Search attribute that names the first failed node of a run. */
export const failedNodeAttribute = 'StampingFailedNode';

/** ApplicationFailure type of a run with a failed node. */
export const runFailedType = 'RUN_FAILED';

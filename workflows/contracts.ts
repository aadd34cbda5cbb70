import type { NodeStatus } from './graph/join.ts';
import type { PureNodeType } from './nodes/index.ts';

/**
 * What crosses Temporal: small JSON, never PDF bytes. Texts too long to travel are null and lie in PostgreSQL: the
 * payload in its event row, what a node read and gave in its run_node row.
 */

/** The input of `runGraph`. */
export interface RunInput {
  runId: string;
  eventId: string;
  /** Public ids of the workflow and of its owner. */
  workflowId: string;
  accountId: string;
  graphVersion: number;
  /** The pinned graph as JSON text. */
  stepsJson: string;
  /** The received text; null when it is longer than `inlineLimit` allows. */
  payload: string | null;
  /** Template public id to the pinned version; null when the owner could not use the template at the start. */
  templatePins: Record<string, { versionId: number } | null>;
  dataNodesAs: 'local-activities' | 'activities';
}

export type RunOutcome = 'COMPLETED' | 'FAILED' | 'CANCELLED';

/** What `runGraph` answers; details are in PostgreSQL. */
export interface RunResult {
  status: RunOutcome;
}

/**
 * The output of a node above, for the activity that builds the scope: the payload itself, data that overlays `event`,
 * or something reached through `nodes` alone. `text` null: read it from run_node (or, for the payload, the event).
 */
export interface OutputLayer {
  nodeId: string;
  kind: 'payload' | 'data' | 'other';
  text: string | null;
}

/** What every node activity is given. */
export interface NodeCall {
  runId: string;
  eventId: string;
  accountId: string;
  nodeId: string;
  nodeType: string;
  /** Position in the order of execution. */
  position: number;
  /** The node's data as JSON text. */
  data: string;
  payload: string | null;
  layers: OutputLayer[];
  /** Texts of the result longer than this are written to run_node instead of being returned. */
  inlineLimit: number;
}

export interface StampCall extends NodeCall {
  workflowId: string;
  pin: { versionId: number } | null;
  /** Which item of a loop, -1 outside loops. */
  itemIndex: number;
}

/** What a node activity answers. Both texts are null when `stored`: then they lie in run_node. */
export interface NodeResultText {
  attempts: number;
  input: string | null;
  output: string | null;
  stored: boolean;
}

/** One node of a run as the query shows it and as it is recorded. Times are milliseconds since 1970. */
export interface NodeState {
  id: string;
  type: string;
  status: NodeStatus;
  attempts: number;
  input: string | null;
  output: string | null;
  stored: boolean;
  error: string | null;
  startedAt: number | null;
  endedAt: number | null;
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
}

export type DataActivity = (call: NodeCall) => Promise<NodeResultText>;

/** Implemented in `activities/`: one activity for each pure node type, and those with side effects. */
export interface Activities extends Record<PureNodeType, DataActivity> {
  stampDocument(call: StampCall): Promise<NodeResultText>;
  recordRun(record: RunRecord): Promise<void>;
}

/** Names that the client side uses too. */
export const names = { workflow: 'runGraph', nodesQuery: 'nodes', roomSignal: 'room' } as const;

/** Search attribute that names the first failed node of a run. */
export const failedNodeAttribute = 'StampingFailedNode';

/** ApplicationFailure types of failures that every next run would share; they put the workflow into ERROR. */
export const sharedFailureTypes: readonly string[] = [
  'TEMPLATE_UNAVAILABLE',
  'TEMPLATE_UNFIT',
  'GRAPH_INVALID',
];

/** ApplicationFailure type of a document that the monthly action limit has no room for: its node waits. */
export const limitReachedType = 'ACTION_LIMIT_REACHED';

/** First detail of every failure an activity throws on purpose. */
export interface FailureDetail {
  attempts: number;
  /** What the node had read until then, as JSON text; null when it lies in run_node or is not recorded. */
  input: string | null;
}

/** ApplicationFailure type of a run with a failed node. */
export const runFailedType = 'RUN_FAILED';

/**
 * How many characters of one text may travel inline in a run of `nodes` nodes. All nodes may be scheduled at once,
 * each with the outputs of all others, in one message of at most 4 MB.
 */
export function inlineLimit(nodes: number): number {
  return Math.min(16 * 1024, Math.floor((512 * 1024) / (nodes * nodes)));
}

/** The same for the payload, which each node is given once. */
export function inlinePayloadLimit(nodes: number): number {
  return Math.min(64 * 1024, Math.floor((512 * 1024) / nodes));
}

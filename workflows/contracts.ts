import type { NodeStatus } from './graph/join.ts';
import type { PureNodeType } from './nodes/index.ts';

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

/** The input of `runItems`: a stretch of the elements of a loop. */
export interface ItemsInput extends RunBase {
  loop: LoopSlice;
  /** The pinned graph when it is short; else it is read from the database. */
  stepsJson: string | null;
  /** Every node above the loop's own, as it ended. */
  outside: OutsideNode[];
}

/** Elements `from` up to, not including, `from + count` of a forEachNode. */
export interface LoopSlice {
  /** The forEachNode. */
  nodeId: string;
  from: number;
  count: number;
  /** How many activities may be under way at once. */
  slots: number;
}

export type OutsideNode = Pick<NodeState, 'id' | 'status' | 'output' | 'verdict'> & {
  /** Known of nodes with an edge into the loop; null for the others. */
  failedBecauseOf: string | null;
};

/** How often a node of a loop ended in each way. */
export interface ItemCounts {
  total: number;
  completed: number;
  failed: number;
  skipped: number;
}

/** What `runItems` answers; the failures themselves are in PostgreSQL. */
export interface ItemsResult {
  nodes: { id: string; items: ItemCounts; first: FirstFailure | null }[];
  /** Why every next run would fail the same way. */
  sharedError: string | null;
}

/** The failure of the first element that has one. */
export interface FirstFailure {
  index: number;
  error: string;
}

/** What a stretch of a loop begins with: the graph where it is needed, and its elements as JSON text, null where too long. */
export interface LoopStart {
  stepsJson: string | null;
  items: (string | null)[];
}

export type RunOutcome = 'COMPLETED' | 'FAILED' | 'CANCELLED';

/** What `runGraph` answers; details are in PostgreSQL, except those of a dry run. */
export interface RunResult {
  status: RunOutcome;
  dryRun?: { error: string | null; nodes: NodeState[] };
}

/**
 * The output of a node above, for the activity that builds the scope: the payload itself, data that overlays `event`,
 * or something reached through `nodes` alone. `text` null: read it from run_node (or, for the payload, the event).
 */
export interface OutputLayer {
  nodeId: string;
  kind: 'payload' | 'data' | 'other';
  text: string | null;
  /** Whether it belongs to the same element of the same loop. */
  inItem: boolean;
}

/** The element of a loop a node runs for. */
export interface ItemRef {
  loopId: string;
  /** From 0. */
  index: number;
  /** JSON text of the element; null when it is too long to travel and lies in the output of the loop's node. */
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
  /** Null outside loops. */
  item: ItemRef | null;
  /** Texts of the result of more bytes than this are written to run_node instead of being returned. */
  inlineLimit: number;
  /** Nothing may be kept, counted or sent. */
  dryRun?: boolean;
  /** When the dry run takes place. */
  dryRunAt?: number;
  /** Tries at the node by another activity. */
  attemptsBefore?: number;
}

export interface StampCall extends NodeCall {
  /** A retry: the run may have taken this document over from the failed one. */
  isRetry?: boolean;
  workflowId: string;
  pin: { versionId: number } | null;
}

export interface MailCall extends NodeCall {
  workflowId: string;
  /** Template nodes whose documents are attached, and whether each is in the same loop. */
  attach: { nodeId: string; inItem: boolean }[];
}

/** A node of a loop that failed for one element. */
export interface FailedItem {
  nodeId: string;
  type: string;
  position: number;
  index: number;
  attempts: number;
  error: string;
  endedAt: number;
}

/** What a node activity answers. Both texts are null when `stored`: then they lie in run_node. */
export interface NodeResultText {
  attempts: number;
  input: string | null;
  output: string | null;
  stored: boolean;
  /** What the interpreter must know of the output, see Node.verdict. */
  verdict?: string | number;
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
  verdict?: string | number;
  /** In a loop: how its elements ended. */
  items?: ItemCounts;
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

export type DataActivity = (call: NodeCall) => Promise<NodeResultText>;

/** Implemented in `activities/`: one activity for each pure node type, and those with side effects. */
export interface Activities extends Record<PureNodeType, DataActivity> {
  stampDocument(call: StampCall): Promise<NodeResultText>;
  readOrganization(call: NodeCall): Promise<NodeResultText>;
  sendMail(call: MailCall): Promise<NodeResultText>;
  openLoop(slice: LoopSlice & { runId: string; needsGraph: boolean }): Promise<LoopStart>;
  recordItems(failed: { runId: string; items: FailedItem[] }): Promise<void>;
  recordRun(record: RunRecord): Promise<void>;
  runAhead(input: RunInput): Promise<Ahead>;
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
 * How many bytes of what one node reads and gives may travel inline in a run of `nodes` nodes. All nodes may be scheduled
 * at once, each with the outputs of all others, in one message of at most 4 MB.
 */
export function inlineLimit(nodes: number): number {
  return Math.min(16 * 1024, Math.floor((512 * 1024) / (nodes * nodes)));
}

/** The same for the payload, which each node is given once. */
export function inlinePayloadLimit(nodes: number): number {
  return Math.min(64 * 1024, Math.floor((512 * 1024) / nodes));
}

/**
 * The same for what a node of a loop reads and gives for one element, in a stretch where nodes are run `executions` times:
 * all of them may be done within one workflow task, whose results are one message.
 */
export function inlineItemLimit(nodes: number, executions: number): number {
  return Math.min(inlineLimit(nodes), Math.floor((512 * 1024) / Math.max(1, executions)));
}

/** The same for one of the `count` elements that a stretch of a loop begins with. */
export function inlineElementLimit(count: number): number {
  return Math.min(16 * 1024, Math.floor((768 * 1024) / Math.max(1, count)));
}

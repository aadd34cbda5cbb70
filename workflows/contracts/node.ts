import type { NodeStatus } from '../graph/join.ts';

/** How often a node of a loop ended in each way. */
export interface ItemCounts {
  total: number;
  completed: number;
  failed: number;
  skipped: number;
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

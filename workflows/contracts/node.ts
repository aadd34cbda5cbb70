import type { NodeStatus } from '../graph/join.ts';

/**
 * The output of a node above, for building the scope: the payload itself, data that overlays `event`, or something
 * reached through `nodes` alone. `text` null: read it from run_node, or for the payload from the event.
 */
export interface OutputLayer {
  nodeId: string;
  kind: 'payload' | 'data' | 'other';
  text: string | null;
  /** Whether it belongs to the same item of the same loop. */
  inItem: boolean;
}

/** The item of a loop a node runs for. */
export interface ItemRef {
  loopId: string;
  /** From 0. */
  index: number;
  /** JSON text of the item; null when it is too long to travel: then it is in the output of the loop's node. */
  text: string | null;
}

/** The input of the activity of every node. */
export interface NodeInput {
  runId: string;
  eventId: string;
  workflowId: string;
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
  /** An input and output with more bytes than this are written to run_node instead of being returned. */
  inlineLimit: number;
  /** Nothing may be stored, counted or sent. */
  dryRun?: boolean;
  /** The current time of the dry run. */
  dryRunAt?: number;
  /** Attempts at the node before this activity. */
  attemptsBefore?: number;
  /** A retry: documents of the failed run may have been copied to this run. */
  isRetry?: boolean;
  /** templateNode: the pinned version; null when the owner could not use the template at the start. */
  pin?: { versionId: number } | null;
  /** emailNode: template nodes whose documents are attached, and whether each is in the same loop. */
  attach?: { nodeId: string; inItem: boolean }[];
  /** forEachNode: how many nodes are below it. */
  loopNodes?: number;
}

/** The result of a node. Both texts are null when `stored`: then they are in run_node. */
export interface NodeOutput {
  attempts: number;
  input: string | null;
  output: string | null;
  stored: boolean;
  /** The part of the output that the interpreter needs, see Node.control. */
  control?: string | number;
}

/** How often a node of a loop ended in each way. */
export interface ItemCounts {
  total: number;
  completed: number;
  failed: number;
  skipped: number;
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
  control?: string | number;
  /** A RUNNING node that waits: for the moment in `control`, or for action quota. */
  waitsFor?: 'moment' | 'quota' | undefined;
  /** In a loop: how its items ended. */
  items?: ItemCounts;
}

/** ApplicationFailure types of failures that every next run would share; they put the workflow into ERROR. */
export const sharedFailureTypes: readonly string[] = [
  'TEMPLATE_UNAVAILABLE',
  'TEMPLATE_UNFIT',
  'GRAPH_INVALID',
];

/** ApplicationFailure type of a document beyond the monthly action limit: its node waits. */
export const limitReachedType = 'ACTION_LIMIT_REACHED';

/** First detail of every failure an activity throws on purpose. */
export interface FailureDetail {
  attempts: number;
  /** The input up to the failure, as JSON text; null when it is in run_node or is not recorded. */
  input: string | null;
}

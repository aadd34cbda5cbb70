import type { ItemCounts, NodeState } from './node.ts';
import type { RunBase } from './run.ts';

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

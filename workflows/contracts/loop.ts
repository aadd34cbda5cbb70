import type { ItemCounts, NodeState } from './node.ts';
import type { RunBase } from './run.ts';

/** The input of `runChunk`: a chunk of the items of a loop. */
export interface ChunkInput extends RunBase {
  chunk: Chunk;
  /** The pinned graph when it is short; else it is read from the database. */
  stepsJson: string | null;
  /** Every node above the loop's own, as it ended. */
  outside: OutsideNode[];
}

/** Items `from` up to, not including, `from + count` of a forEachNode. */
export interface Chunk {
  /** The forEachNode. */
  nodeId: string;
  from: number;
  count: number;
  /** How many regular activities may be open at once. */
  maxActivities: number;
}

export type OutsideNode = Pick<NodeState, 'id' | 'status' | 'output' | 'control'> & {
  /** Set for nodes with an edge into the loop; null for the others. */
  failedBecauseOf: string | null;
};

/** The result of `runChunk`; the failures themselves are in PostgreSQL. */
export interface ChunkResult {
  nodes: { id: string; items: ItemCounts; first: FirstFailure | null }[];
  /** Why every next run would fail the same way. */
  sharedError: string | null;
}

/** The failure of the first item that has one. */
export interface FirstFailure {
  index: number;
  error: string;
}

/** The start of a chunk: the graph where it is needed, and the items as JSON text, null where too long. */
export interface ChunkStart {
  stepsJson: string | null;
  items: (string | null)[];
}

/** A node of a loop that failed for one item. */
export interface FailedItem {
  nodeId: string;
  type: string;
  position: number;
  index: number;
  attempts: number;
  error: string;
  endedAt: number;
}

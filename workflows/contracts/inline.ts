import type { OutsideNode } from './loop.ts';
import type { ItemRef, NodeState } from './node.ts';
import type { Ending, RunInput } from './run.ts';

/** The input of the activity `runInline`. */
export interface InlineInput {
  run: RunInput;
  /** For a chunk of a loop; null for the graph itself. */
  loop: LoopRef | null;
  /** The graph's nodes, or those of a loop once for each item. */
  passes: InlinePass[];
  /** Why every next run would fail the same way, as far as it is known. */
  sharedError: string | null;
}

export interface LoopRef {
  nodeId: string;
  /** Items of the chunk. */
  count: number;
  outside: OutsideNode[];
}

/** One pass through nodes. Nodes that are left out have not begun. */
export interface InlinePass {
  item: ItemRef | null;
  nodes: NodeState[];
}

/** A node that has moved on. */
export interface NodeUpdate extends Omit<NodeState, 'id' | 'type'> {
  /** Position in the order of execution. */
  position: number;
  /** A failure that every next run would share. */
  isShared?: boolean;
}

/** The result of `runInline`. */
export interface InlineResult {
  /** For each pass of the input. */
  updates: NodeUpdate[][];
  /** Set when no node is left and, except for a dry run, the end is recorded. */
  ended: InlineEnd | null;
  /** Some nodes have not begun because the call took long. */
  isUnfinished?: boolean;
}

export interface InlineEnd extends Ending {
  failedNode: string | null;
  /** All nodes in the order of execution; input and output are left out when they are recorded. */
  nodes: NodeState[];
}

/**
 * How many bytes the input and output of one node may have to travel in a run of `nodes` nodes. All nodes may be
 * scheduled at once, each with the outputs of all others, in one message of at most 4 MB.
 */
export function inlineLimit(nodes: number): number {
  return Math.min(16 * 1024, Math.floor((512 * 1024) / (nodes * nodes)));
}

/** The same for the payload, which each node is given once. */
export function inlinePayloadLimit(nodes: number): number {
  return Math.min(64 * 1024, Math.floor((512 * 1024) / nodes));
}

/**
 * The same for the input and output of a node for one item of a loop, in a chunk with `executions` node executions: one
 * message may hold the results of all of them.
 */
export function inlineItemLimit(nodes: number, executions: number): number {
  return Math.min(inlineLimit(nodes), Math.floor((512 * 1024) / Math.max(1, executions)));
}

/** The same for one of the `count` items of a chunk. */
export function inlineElementLimit(count: number): number {
  return Math.min(16 * 1024, Math.floor((768 * 1024) / Math.max(1, count)));
}

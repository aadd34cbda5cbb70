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

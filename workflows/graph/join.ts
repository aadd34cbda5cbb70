import type { GraphEdge } from './types.ts';

/** How a node ended, or that it has not. */
export type NodeStatus = 'PENDING' | 'RUNNING' | 'COMPLETED' | 'FAILED' | 'SKIPPED';

/** A settled node above another, as the join rule sees it. */
export interface Settled {
  id: string;
  status: NodeStatus;
  /** The failed node that kept it from running; its own id when it failed itself; null without a failure above. */
  failedBecauseOf: string | null;
  /** The branch it chose; null: every edge that leaves it is taken. */
  branch: string | null;
}

type JoinDecision = { run: true } | { run: false; failedBecauseOf: string | null };

/** Whether an edge is taken, given how its source ended. */
export function isTaken(
  { sourceHandle }: Pick<GraphEdge, 'sourceHandle'>,
  { status, branch }: Pick<Settled, 'status' | 'branch'>,
): boolean {
  return status === 'COMPLETED' && (branch === null || branch === sourceHandle);
}

/**
 * The join rule: a node whose incoming edges are all settled runs when one of them is taken and nothing above it
 * failed; else it is skipped. A node without incoming edges is the trigger and runs.
 */
export function decideJoin(into: readonly GraphEdge[], sources: readonly Settled[]): JoinDecision {
  const failed = sources.find((source) => source.failedBecauseOf !== null);
  if (failed !== undefined) return { run: false, failedBecauseOf: failed.failedBecauseOf };
  const byId = new Map(sources.map((source) => [source.id, source]));
  const takes = (edge: GraphEdge) => {
    const source = byId.get(edge.source);
    return source !== undefined && isTaken(edge, source);
  };
  return into.length === 0 || into.some(takes) ? { run: true } : { run: false, failedBecauseOf: null };
}

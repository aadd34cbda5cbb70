/** How a node ended, or that it has not. */
export type NodeStatus = 'PENDING' | 'RUNNING' | 'COMPLETED' | 'FAILED' | 'SKIPPED';

/** A settled node above another, as the join rule sees it. */
export interface Settled {
  id: string;
  status: NodeStatus;
  /** The failed node that kept it from running; its own id when it failed itself; null without a failure above. */
  failedBecauseOf: string | null;
}

export type JoinDecision = { run: true } | { run: false; failedBecauseOf: string | null };

/**
 * The join rule: a node whose incoming edges are all settled runs when one of them is taken and nothing above it
 * failed; else it is skipped. A node without incoming edges is the trigger and runs.
 */
export function decideJoin(sources: readonly Settled[]): JoinDecision {
  const failed = sources.find((source) => source.failedBecauseOf !== null);
  if (failed !== undefined) return { run: false, failedBecauseOf: failed.failedBecauseOf };
  const run = sources.length === 0 || sources.some((source) => source.status === 'COMPLETED');
  return run ? { run } : { run, failedBecauseOf: null };
}

import { limits } from '../../workflows/graph/limits.ts';

/** Limits of evaluating what users define: graphs, schemas, nodes. `docs/use/limits.md` lists the public ones. */
export const evaluationLimits = {
  /** Steps of one job on the main thread, see `Budget`: about 5 ms. */
  inlineSteps: 100_000,
  /** Steps of one job on a thread of the pool. */
  steps: limits.nodeSteps,
  /** Milliseconds that one job may take on a thread. */
  deadlineMs: 2_000,
  /** Megabytes of memory that one job may take on a thread. */
  memoryMb: 128,
  threads: 2,
  /** Jobs that one account may have at work at the same time, so that a thread is left for the others. */
  threadsPerOwner: 1,
  /** Jobs of one account, and of all, that may wait for a thread. */
  maxQueuePerOwner: 20,
  maxQueue: 500,
  /** Characters of JSON whose values a thread remembers. */
  cachedCharacters: 4 * 1024 * 1024,
} as const;

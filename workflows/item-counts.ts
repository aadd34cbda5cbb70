import type { ChunkResult, FailedItem, FirstFailure } from './contracts/loop.ts';
import type { ItemCounts } from './contracts/node.ts';
import type { NodeFailure } from './failure.ts';
import { quote } from './graph/types.ts';
import type { Pass } from './graph-part.ts';
import type { GraphNode } from './validation/valid-graph.ts';

/** Failures of one chunk that are recorded; further ones are only counted. */
const RECORDED_FAILURES = 200;
const ERROR_LENGTH = 500;

/** Sums up how the items of a chunk ended. */
interface ItemCounter {
  cancelled: boolean;
  fail(node: GraphNode, failure: NodeFailure, index: number): void;
  /** Counts a pass that has ended. */
  count(pass: Pass): void;
  /** The failures to record. */
  failed(): FailedItem[];
  result(): ChunkResult;
}

export function createItemCounter(
  body: readonly GraphNode[],
  positions: ReadonlyMap<string, number>,
): ItemCounter {
  const counts = new Map(body.map(({ id }): [string, ItemCounts] => [id, { ...none }]));
  const failed: FailedItem[] = [];
  const first = new Map<string, FirstFailure>();
  let sharedError: string | null = null;
  const counter: ItemCounter = {
    cancelled: false,
    fail({ id, type }, { error, attempts, isShared, isCancellation }, index) {
      counter.cancelled ||= isCancellation;
      if (isShared) sharedError ??= `Node ${quote(id)}: ${error}`;
      const known = first.get(id);
      if (known === undefined || index < known.index) first.set(id, { index, error });
      if (failed.length === RECORDED_FAILURES) return;
      failed.push({
        nodeId: id,
        type,
        position: positions.get(id) ?? 0,
        index,
        attempts,
        error: error.slice(0, ERROR_LENGTH),
        endedAt: Date.now(),
      });
    },
    count({ states }) {
      for (const [id, count] of counts) {
        const status = states.get(id)?.status;
        count.total += 1;
        if (status === 'COMPLETED') count.completed += 1;
        else if (status === 'FAILED') count.failed += 1;
        else count.skipped += 1;
      }
    },
    failed: () => failed,
    result: () => ({
      nodes: [...counts].map(([id, items]) => ({ id, items, first: first.get(id) ?? null })),
      sharedError,
    }),
  };
  return counter;
}

const none: ItemCounts = { total: 0, completed: 0, failed: 0, skipped: 0 };

/** The counts of all chunks together. */
export function sumCounts(counts: readonly ItemCounts[]): ItemCounts {
  return counts.reduce(
    (sum, { total, completed, failed, skipped }) => ({
      total: sum.total + total,
      completed: sum.completed + completed,
      failed: sum.failed + failed,
      skipped: sum.skipped + skipped,
    }),
    none,
  );
}

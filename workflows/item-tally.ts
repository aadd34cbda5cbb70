import type { FailedItem, FirstFailure, ItemsResult } from './contracts/loop.ts';
import type { ItemCounts, NodeState } from './contracts/node.ts';
import type { Failure } from './failure.ts';
import { quote } from './graph/types.ts';
import type { GraphNode } from './validation/valid-graph.ts';

/** What is kept of the failures of one stretch; the rest is counted alone. */
const KEPT_FAILURES = 200;
const ERROR_LENGTH = 500;

export type ItemStates = Map<string, Pick<NodeState, 'status' | 'output'> & Partial<NodeState>>;

/** Sums up how the elements of a stretch ended. */
export interface ItemTally {
  cancelled: boolean;
  /** The states of the nodes for one element. */
  open(): ItemStates;
  fail(node: GraphNode, failure: Failure & { index: number; cancelled: boolean }): void;
  /** The element is done; what its nodes gave is not needed any more. */
  close(states: ItemStates): void;
  /** The failures to be recorded. */
  failed(): Omit<FailedItem, 'position'>[];
  result(): ItemsResult;
}

export function createItemTally(body: readonly GraphNode[]): ItemTally {
  const counts = new Map<string, ItemCounts>(
    body.map(({ id }) => [id, { total: 0, completed: 0, failed: 0, skipped: 0 }]),
  );
  const failed: Omit<FailedItem, 'position'>[] = [];
  const first = new Map<string, FirstFailure>();
  let sharedError: string | null = null;
  const tally: ItemTally = {
    cancelled: false,
    open: () => new Map(),
    fail({ id, type }, { index, error, attempts, shared, cancelled }) {
      tally.cancelled ||= cancelled;
      if (shared) sharedError ??= `Node ${quote(id)}: ${error}`;
      const known = first.get(id);
      if (known === undefined || index < known.index) first.set(id, { index, error });
      if (failed.length === KEPT_FAILURES) return;
      const told = error.slice(0, ERROR_LENGTH);
      failed.push({ nodeId: id, type, index, attempts, error: told, endedAt: Date.now() });
    },
    close(states) {
      for (const [id, count] of counts) {
        const status = states.get(id)?.status;
        count.total += 1;
        if (status === 'COMPLETED') count.completed += 1;
        else if (status === 'FAILED') count.failed += 1;
        else count.skipped += 1;
      }
      states.clear();
    },
    failed: () => failed,
    result: () => ({
      nodes: [...counts].map(([id, items]) => ({ id, items, first: first.get(id) ?? null })),
      sharedError,
    }),
  };
  return tally;
}

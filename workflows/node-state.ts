import type { NodeState } from './contracts/node.ts';
import { quote } from './graph/types.ts';
import type { GraphNode } from './validation/valid-graph.ts';

/** The state of a node that has not begun. */
export function pendingNode({ id, type }: GraphNode): NodeState {
  return {
    id,
    type,
    status: 'PENDING',
    attempts: 0,
    input: null,
    output: null,
    stored: false,
    error: null,
    startedAt: null,
    endedAt: null,
  };
}

/** The state of a skipped node. `failedBecauseOf` is the failed node above it, or null without one. */
export function skippedBecause(failedBecauseOf: string | null): { status: 'SKIPPED'; error: string } {
  const reason =
    failedBecauseOf === null ? 'no edge into it was taken' : `node ${quote(failedBecauseOf)} failed`;
  return { status: 'SKIPPED', error: `Not run: ${reason}.` };
}

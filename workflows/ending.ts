import type { NodeState } from './contracts/node.ts';
import type { Ending, RunBase, RunRecord } from './contracts/run.ts';
import { quote } from './graph/types.ts';

/** A run whose nodes have ended. */
export interface Ended {
  nodes: readonly NodeState[];
  cancelled: boolean;
  /** Why every next run would fail the same way, or null. */
  sharedError: string | null;
}

/** How a run ended, and its first failed node. */
export function endingOf({ nodes, cancelled, sharedError }: Ended): Ending & { failedNode: string | null } {
  if (cancelled) return { status: 'CANCELLED', error: null, failedNode: null };
  const [first, ...others] = nodes.filter(({ status }) => status === 'FAILED');
  if (first === undefined) {
    const status = sharedError === null ? 'COMPLETED' : 'FAILED';
    return { status, error: sharedError, failedNode: null };
  }
  const more = others.length === 0 ? '' : ` ${others.length} more node(s) failed.`;
  const error = `Node ${quote(first.id)} failed: ${first.error ?? ''}${more}`;
  return { status: 'FAILED', error, failedNode: first.id };
}

/** The record of the end of a run. */
export function recordOf(base: RunBase, engineRunId: string, ended: Ended): RunRecord {
  const { status, error } = endingOf(ended);
  return {
    runId: base.runId,
    workflowId: base.workflowId,
    graphVersion: base.graphVersion,
    engineRunId,
    status,
    error,
    workflowError: ended.sharedError,
    endedAt: Date.now(),
    nodes: ended.nodes,
  };
}

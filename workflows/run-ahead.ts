import { TemporalFailure } from '@temporalio/workflow';
import { localActivities, localStamp } from './activity-options.ts';
import type { Run } from './open-run.ts';

/**
 * Has one local activity bring as many nodes to their end as it can, and record the run when that is all of them.
 * Answers whether it has; else what is left is for the interpreter to do, with retries, waits and failures.
 */
export async function runAhead({ input, state, begun, sharedError }: Run): Promise<boolean> {
  // A retry takes over what the failed run did, and a graph that cannot run has nothing to do.
  if (input.kept !== undefined || sharedError !== null) return false;
  try {
    const { nodes, tried, recorded } = await localActivities.runAhead.executeWithOptions(localStamp, [input]);
    state.updateAll(nodes);
    for (const { id, status } of nodes) {
      const node = state.find(id);
      if (status === 'COMPLETED' && node !== undefined) begun.done.set(id, { ...node });
    }
    for (const id of tried) begun.tried.add(id);
    return recorded;
  } catch (error) {
    if (!(error instanceof TemporalFailure)) throw error;
    begun.isLost = true;
    return false;
  }
}

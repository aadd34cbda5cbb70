import { setCurrentDetails, setHandler, TemporalFailure } from '@temporalio/workflow';
import { localActivities, localStamp } from './activity-options.ts';
import type { Ahead, RunInput } from './contracts/run.ts';
import { nodesQuery } from './messages.ts';
import type { Run } from './open-run.ts';
import { listStates } from './run-state.ts';

/** Whether something is tried ahead of the interpreter; a retry takes over what the failed run did instead. */
export function goesAhead({ runsAhead, kept }: RunInput): boolean {
  return runsAhead === true && kept === undefined;
}

/**
 * Has one local activity bring as many nodes of a run to their end as it can, before anything else is known of the run.
 * Null: it came to no end.
 */
export async function runAhead(input: RunInput): Promise<Ahead | null> {
  try {
    return await localActivities.runAhead.executeWithOptions(localStamp, [input]);
  } catch (error) {
    if (error instanceof TemporalFailure) return null;
    throw error;
  }
}

/** Shows the nodes of a run that was over before it was opened. */
export function showAhead({ nodes }: Ahead): void {
  setHandler(nodesQuery, () => nodes);
  setCurrentDetails(listStates(nodes));
}

/** Takes over what was done ahead; what is left is for the interpreter to do, with retries, waits and failures. */
export function takeOver({ state, begun }: Run, { nodes, tried }: Ahead): void {
  state.updateAll(nodes);
  for (const node of nodes) if (node.status === 'COMPLETED') begun.done.set(node.id, node);
  for (const id of tried) begun.tried.add(id);
}

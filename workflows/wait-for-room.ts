import { condition, defineSignal, setHandler } from '@temporalio/workflow';
import type { NodeResultText } from './contracts.ts';
import { names } from './contracts.ts';
import { findLimitReached } from './failure.ts';
import type { Run } from './open-run.ts';

const roomSignal = defineSignal(names.roomSignal);

/** The signal says when to try again; this is for one that got lost. */
const TRY_AGAIN_AFTER = '6 hours';

/** Counts the signals that there may be room for more actions. To be called once, before any node runs. */
export function listenForRoom(run: Run): void {
  setHandler(roomSignal, () => {
    run.roomSignals += 1;
  });
}

/**
 * Does `work`, and where the action limit keeps it from being done, waits for room and does it again: for a month if
 * need be, across restarts of everything. A signal that comes while `work` is under way is not lost.
 */
export async function waitForRoom(
  run: Run,
  nodeId: string,
  work: () => Promise<NodeResultText>,
): Promise<NodeResultText> {
  for (;;) {
    const seen = run.roomSignals;
    try {
      return await work();
    } catch (error) {
      const reached = findLimitReached(error);
      if (reached === null) throw error;
      run.state.update(nodeId, { status: 'RUNNING', error: `Waiting: ${reached}` });
    }
    await condition(() => run.roomSignals > seen, TRY_AGAIN_AFTER);
    run.state.update(nodeId, { status: 'RUNNING', error: null });
  }
}

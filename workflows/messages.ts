import { condition, defineQuery, defineSignal, setHandler } from '@temporalio/workflow';
import type { NodeResultText, NodeState } from './contracts/node.ts';
import { names } from './contracts/run.ts';
import { findLimitReached } from './failure.ts';

/** How the nodes of a run stand. */
export const nodesQuery = defineQuery<NodeState[]>(names.nodesQuery);

export const roomSignal = defineSignal(names.roomSignal);

/** The signal says when to try again; this is for one that got lost. */
const TRY_AGAIN_AFTER = '6 hours';

/** What a run knows of room under the action limit. */
export interface Room {
  /** How often it was told that there may be room for more actions. */
  signals: number;
}

/** Counts the signals that there may be room for more actions. To be called once, before any node runs. */
export function listenForRoom(room: Room, passOn: () => void = () => {}): void {
  setHandler(roomSignal, () => {
    room.signals += 1;
    passOn();
  });
}

/**
 * Does `work`, and where the action limit keeps it from being done, waits for room and does it again: for a month if
 * need be, across restarts of everything. A signal that comes while `work` is under way is not lost. `show` is told why
 * the node waits, and null when it goes on.
 */
export async function waitForRoom(
  room: Room,
  show: (reason: string | null) => void,
  work: () => Promise<NodeResultText>,
): Promise<NodeResultText> {
  for (;;) {
    const seen = room.signals;
    try {
      return await work();
    } catch (error) {
      const reached = findLimitReached(error);
      if (reached === null) throw error;
      show(`Waiting: ${reached}`);
    }
    await condition(() => room.signals > seen, TRY_AGAIN_AFTER);
    show(null);
  }
}

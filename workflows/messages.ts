import { condition, defineQuery, defineSignal, setHandler } from '@temporalio/workflow';
import type { NodeState } from './contracts/node.ts';
import { names } from './contracts/run.ts';

/** The states of a run's nodes. */
export const nodesQuery = defineQuery<NodeState[]>(names.nodesQuery);

/** There may be action quota again. */
export const quotaSignal = defineSignal(names.quotaSignal);

/** Signals may get lost: a run that waits for quota tries again after this long. */
const TRY_AGAIN_AFTER = '6 hours';

/** Counts the quota signals of a run. */
export interface Quota {
  signals: number;
}

/** Listens for quota signals. To be called once, before any node runs. */
export function listenForQuota(onSignal: () => void = () => {}): Quota {
  const quota = { signals: 0 };
  setHandler(quotaSignal, () => {
    quota.signals += 1;
    onSignal();
  });
  return quota;
}

/** Waits for a signal after the first `seen` ones. */
export async function waitForQuota(quota: Quota, seen: number): Promise<void> {
  await condition(() => quota.signals > seen, TRY_AGAIN_AFTER);
}

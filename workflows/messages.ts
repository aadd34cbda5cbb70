import { condition, defineQuery, defineSignal, setHandler } from '@temporalio/workflow';
import type { NodeState } from './contracts/node.ts';
import { names } from './contracts/run.ts';

/** The states of a run's nodes. */
export const nodesQuery = defineQuery<NodeState[]>(names.nodesQuery);

/** There may be action quota again. */
export const quotaSignal = defineSignal(names.quotaSignal);

/** Signals may get lost: a run that waits for quota tries again after this long. */
const TRY_AGAIN_AFTER = '6 hours';

/** The quota signals of a run. */
export interface Quota {
  /** How many have arrived. */
  signals: number;
  /** The wait for the next one, if there is one. */
  next: Promise<unknown> | null;
}

/** Listens for quota signals. To be called once, before any node runs. */
export function listenForQuota(onSignal: () => void = () => {}): Quota {
  const quota: Quota = { signals: 0, next: null };
  setHandler(quotaSignal, () => {
    quota.signals += 1;
    onSignal();
  });
  return quota;
}

/** Waits for a signal after the first `seen` ones. All steps that wait share one timer: each timer is two events. */
export async function waitForQuota(quota: Quota, seen: number): Promise<void> {
  if (quota.signals > seen) return;
  quota.next ??= condition(() => quota.signals > seen, TRY_AGAIN_AFTER).finally(() => {
    quota.next = null;
  });
  await quota.next;
}

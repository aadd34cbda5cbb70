import { proxyActivities, proxyLocalActivities } from '@temporalio/workflow';
import type { BareActivities } from './bare-worker.ts';

const local = proxyLocalActivities<BareActivities>({ startToCloseTimeout: '5 seconds' });
const remote = proxyActivities<BareActivities>({ startToCloseTimeout: '5 seconds' });

/** The shape of the example's run with nothing in it: two reshaping steps, one that stamps. */
export async function bareRun(payload: string): Promise<string> {
  return remote.stamp(await local.select(await local.compose(payload)));
}

/** The same with everything done within the first workflow task: the least a run of three steps can cost. */
export async function bareLocalRun(payload: string): Promise<string> {
  return local.stamp(await local.select(await local.compose(payload)));
}

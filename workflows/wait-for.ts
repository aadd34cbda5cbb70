import { ApplicationFailure, sleep } from '@temporalio/workflow';
import { limits } from './graph/limits.ts';

const LONGEST_MS = limits.delayDays * 24 * 60 * 60 * 1000;

/**
 * Waits so many seconds, or until an ISO timestamp, on a timer of the engine: it outlives restarts, and a cancelled run
 * ends it. A moment in the past does not wait, nor does a dry run. Throws for one too far away.
 */
export async function waitFor(moment: string | number, isDry: boolean): Promise<void> {
  const ms = typeof moment === 'number' ? Math.ceil(moment * 1000) : Date.parse(moment) - Date.now();
  if (ms > LONGEST_MS) {
    const message = `The moment to wait for is more than ${limits.delayDays} days away.`;
    throw ApplicationFailure.nonRetryable(message, 'NODE_FAILED');
  }
  if (ms > 0 && !isDry) await sleep(ms);
}

import { sleep, TemporalFailure } from '@temporalio/workflow';
import { localActivities } from './activity-options.ts';
import type { InlineInput, InlineResult } from './contracts/inline.ts';

/**
 * Calls the local activity `runInline`. A run has one such call open at a time, so that results come in one order, also
 * in a replay. Null: it did not finish, for whichever reason; the run then goes on with regular activities.
 */
export async function callInline(input: InlineInput): Promise<InlineResult | null> {
  try {
    const result = await localActivities.runInline(input);
    if (result.isUnfinished === true) await endTask();
    return result;
  } catch (error) {
    if (error instanceof TemporalFailure) return null;
    throw error;
  }
}

/** Ends the workflow task: Temporal delivers a cancellation only with the next one, which waits behind other accounts. */
async function endTask(): Promise<void> {
  try {
    await sleep(1);
  } catch (error) {
    // A cancellation reaches the next activity too.
    if (!(error instanceof TemporalFailure)) throw error;
  }
}

import { TemporalFailure } from '@temporalio/workflow';
import { localActivities } from './activity-options.ts';
import type { InlineInput, InlineResult } from './contracts/inline.ts';

/**
 * Calls the local activity `runInline`. A run has one such call open at a time, so that results come in one order, also
 * in a replay. Null: it did not finish, for whichever reason; the run then goes on with regular activities.
 */
export async function callInline(input: InlineInput): Promise<InlineResult | null> {
  try {
    return await localActivities.runInline(input);
  } catch (error) {
    if (error instanceof TemporalFailure) return null;
    throw error;
  }
}

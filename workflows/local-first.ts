import { isCancellation } from '@temporalio/workflow';
import { isPermanent } from './failure.ts';

/**
 * Runs a short activity within the workflow task, which saves a round trip through the server; when that fails for a
 * passing reason, goes on as a regular activity with its retries, where operators see it.
 */
export async function localFirst<Result>(
  tryLocal: () => Promise<Result>,
  goOn: () => Promise<Result>,
): Promise<Result> {
  try {
    return await tryLocal();
  } catch (error) {
    if (isPermanent(error) || isCancellation(error)) throw error;
    return await goOn();
  }
}

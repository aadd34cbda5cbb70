import { proxyActivities } from '@temporalio/workflow';

/** What is done regularly, whether or not anything runs. */
export interface UpkeepActivities {
  /** Removes expired events, runs and documents for a while. Answers whether there is likely more. */
  pruneExpired(): Promise<boolean>;
  /** Removes files of documents that no row names. */
  sweepOrphans(): Promise<void>;
}

/** Rounds of a minute at most; what is left is for the next time, so that a history stays small. */
const MAX_ROUNDS = 50;

const { pruneExpired, sweepOrphans } = proxyActivities<UpkeepActivities>({
  startToCloseTimeout: '30 minutes',
  heartbeatTimeout: '1 minute',
  retry: { maximumAttempts: 5 },
});

/** One round of upkeep, started by a schedule. */
export async function upkeep(): Promise<void> {
  for (let round = 0; round < MAX_ROUNDS; round++) {
    if (!(await pruneExpired())) break;
  }
  await sweepOrphans();
}

import { proxyActivities } from '@temporalio/workflow';

/** Cleanup that runs on a schedule. Each activity is idempotent. */
export interface MaintenanceActivities {
  /** Deletes rows that are no longer valid, such as used tokens. */
  deleteExpiredRows(): Promise<void>;
  /** Deletes expired events, runs and documents for up to a minute. Returns whether more may be left. */
  deleteExpiredEvents(): Promise<boolean>;
  /** Deletes files of documents and templates that no row refers to. */
  deleteOrphanFiles(): Promise<void>;
}

/** Limits the length of the history; the next run of the schedule continues. */
const MAX_ROUNDS = 50;

const { deleteExpiredRows, deleteExpiredEvents, deleteOrphanFiles } = proxyActivities<MaintenanceActivities>({
  startToCloseTimeout: '30 minutes',
  heartbeatTimeout: '1 minute',
  retry: { maximumAttempts: 5 },
});

/** One run of maintenance. */
export async function maintenance(): Promise<void> {
  await deleteExpiredRows();
  for (let round = 0; round < MAX_ROUNDS; round++) {
    if (!(await deleteExpiredEvents())) break;
  }
  await deleteOrphanFiles();
}

import type { Client } from '@temporalio/client';
import { names } from '../../../workflows/contracts/run.ts';
import { knownStatus, type TemporalStatus } from './temporal-status.ts';

/** A run that was ended in Temporal. */
export interface OutsideEnding {
  workflowId: string;
  status: TemporalStatus;
}

/** Further ones are found by the next call. */
const MAX_FOUND = 500;

/** Runs that were terminated or timed out after `since` and so did not record their end. One query for all of them. */
export async function findOutsideEndings(
  client: Client,
  { since, taskQueue }: { since: Date; taskQueue: string },
): Promise<OutsideEnding[]> {
  const query = [
    `WorkflowType = '${names.workflow}'`,
    `TaskQueue = '${taskQueue}'`,
    `ExecutionStatus IN ('Terminated', 'TimedOut')`,
    `CloseTime > '${since.toISOString()}'`,
  ].join(' AND ');
  const found: OutsideEnding[] = [];
  for await (const { workflowId, status } of client.workflow.list({ query, pageSize: 100 })) {
    found.push({ workflowId, status: knownStatus(status.name) });
    if (found.length === MAX_FOUND) break;
  }
  return found;
}

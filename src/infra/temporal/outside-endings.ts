import type { Client } from '@temporalio/client';
import { names } from '../../../workflows/contracts/run.ts';
import { type EngineStatus, knownStatus } from './engine-status.ts';

/** A run that was ended in the engine. */
export interface OutsideEnding {
  workflowId: string;
  status: EngineStatus;
}

/** More than this at once are found at the next look. */
const MAX_FOUND = 500;

/**
 * Runs that somebody terminated, or the engine timed out, after `since`: those never get to record their end. One
 * query, however many runs there are.
 */
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

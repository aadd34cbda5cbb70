import {
  type Client,
  ScheduleAlreadyRunning,
  type ScheduleOptions,
  ScheduleOverlapPolicy,
} from '@temporalio/client';

/** Files are few compared with what is looked through to find them: rows may go at once, a round an hour is enough. */
const EVERY = '1 hour';

/** Names of the schedule and of what it starts; installations that share a namespace differ in their task queue. */
export const upkeepNames = {
  workflow: 'upkeep',
  schedule: (taskQueue: string) => `upkeep-${taskQueue}`,
} as const;

/**
 * Makes sure that the engine starts upkeep regularly, as this version of the program wants it. Any number of workers
 * may call it, again and again. Throws when the engine cannot be reached.
 */
export async function keepUpkeepSchedule(client: Client, taskQueue: string): Promise<void> {
  const scheduleId = upkeepNames.schedule(taskQueue);
  const schedule = {
    spec: { intervals: [{ every: EVERY }] },
    action: {
      type: 'startWorkflow',
      workflowType: upkeepNames.workflow,
      workflowId: scheduleId,
      taskQueue,
      args: [],
      workflowExecutionTimeout: '6 hours',
    },
    policies: { overlap: ScheduleOverlapPolicy.SKIP, catchupWindow: EVERY },
  } satisfies Omit<ScheduleOptions, 'scheduleId'>;
  try {
    await client.schedule.create({ ...schedule, scheduleId });
  } catch (error) {
    if (!(error instanceof ScheduleAlreadyRunning)) throw error;
    await client.schedule.getHandle(scheduleId).update(({ state }) => ({ ...schedule, state }));
  }
}

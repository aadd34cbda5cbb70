import {
  type Client,
  ScheduleAlreadyRunning,
  type ScheduleOptions,
  ScheduleOverlapPolicy,
} from '@temporalio/client';

const EVERY = '1 hour';

/** The workflow type, and the id of the schedule: installations in one namespace differ by their task queue. */
export const maintenanceNames = {
  workflow: 'maintenance',
  schedule: (taskQueue: string) => `maintenance-${taskQueue}`,
} as const;

/**
 * Creates the schedule that starts maintenance, or updates it to the settings of this version. Idempotent; any number of
 * workers may call it. Throws when Temporal is unreachable.
 */
export async function ensureMaintenanceSchedule(client: Client, taskQueue: string): Promise<void> {
  const scheduleId = maintenanceNames.schedule(taskQueue);
  const schedule = {
    spec: { intervals: [{ every: EVERY }] },
    action: {
      type: 'startWorkflow',
      workflowType: maintenanceNames.workflow,
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

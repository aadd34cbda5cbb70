import {
  type ActivityOptions,
  type LocalActivityOptions,
  proxyActivities,
  proxyLocalActivities,
} from '@temporalio/workflow';
import type { Activities } from './contracts/activities.ts';

/** Transient faults are retried until they pass; permanent ones are thrown as non-retryable failures. */
export const regular = {
  startToCloseTimeout: '2 minutes',
  // A killed worker is noticed after this long; activities that take time send heartbeats.
  heartbeatTimeout: '15 seconds',
  retry: { initialInterval: '500 milliseconds', backoffCoefficient: 2, maximumInterval: '1 minute' },
} as const satisfies ActivityOptions;

/** One attempt; what it leaves runs as regular activities. Its nodes begin within a second. */
const inline = {
  startToCloseTimeout: '10 seconds',
  retry: { maximumAttempts: 1 },
} as const satisfies LocalActivityOptions;

export const activities = proxyActivities<Activities>(regular);
export const localActivities = proxyLocalActivities<Pick<Activities, 'runInline'>>(inline);

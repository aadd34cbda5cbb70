import {
  type ActivityOptions,
  type LocalActivityOptions,
  proxyActivities,
  proxyLocalActivities,
} from '@temporalio/workflow';
import type { Activities } from './contracts/activities.ts';

/** Transient faults are retried until they pass; what can never pass is thrown as a non-retryable failure. */
export const regular = {
  startToCloseTimeout: '2 minutes',
  // A killed worker is noticed after this long; activities that take time send heartbeats.
  heartbeatTimeout: '15 seconds',
  retry: { initialInterval: '500 milliseconds', backoffCoefficient: 2, maximumInterval: '1 minute' },
} as const satisfies ActivityOptions;

/** Local activities get one quick try; what fails goes on as a regular activity, where operators see it. */
export const local = {
  startToCloseTimeout: '5 seconds',
  retry: { maximumAttempts: 1 },
} as const satisfies LocalActivityOptions;

/** The first document of a template waits for the template to be compiled. */
export const localStamp = {
  ...local,
  startToCloseTimeout: '10 seconds',
} as const satisfies LocalActivityOptions;

export const activities = proxyActivities<Activities>(regular);
export const localActivities = proxyLocalActivities<Activities>(local);

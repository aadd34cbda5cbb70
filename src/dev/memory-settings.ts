/**
 * Environment with which a program starts the service, so that it needs little memory at rest: glibc returns freed memory
 * to the system, and V8's heap for short-lived objects stays small. `npm start` and the image set the same.
 */
export const memorySettings = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_TRIM_THRESHOLD_: '131072',
  NODE_OPTIONS: '--max-semi-space-size=4',
} as const;

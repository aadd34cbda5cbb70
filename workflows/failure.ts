import { ActivityFailure, ApplicationFailure, isCancellation, TimeoutFailure } from '@temporalio/workflow';
import { type FailureDetail, limitReachedType, sharedFailureTypes } from './contracts/node.ts';
import { limits } from './graph/limits.ts';

/** A failed node in plain words, read from what the engine threw. */
export interface Failure {
  error: string;
  /** Whether every next run would fail the same way. */
  shared: boolean;
  attempts: number;
  /** What the node had read, as JSON text; null when that did not travel. */
  input: string | null;
}

/** Reads the failure of an activity. The message of our own failures is meant for the workflow's owner. */
export function describeFailure(error: unknown): Failure {
  const cause = error instanceof ActivityFailure ? error.cause : error;
  if (cause instanceof ApplicationFailure) {
    const detail = cause.details?.[0] as Partial<FailureDetail> | undefined;
    return {
      error: cause.message.slice(0, limits.messageLength),
      shared: sharedFailureTypes.includes(cause.type ?? ''),
      attempts: detail?.attempts ?? 1,
      input: detail?.input ?? null,
    };
  }
  if (isCancellation(error))
    return { error: 'The run was cancelled.', shared: false, attempts: 0, input: null };
  const message = cause instanceof TimeoutFailure ? 'The node did not finish in time.' : 'The node failed.';
  return { error: message, shared: false, attempts: 1, input: null };
}

/** What an activity says that found no room under the action limit; null for every other failure. */
export function findLimitReached(error: unknown): string | null {
  const cause = error instanceof ActivityFailure ? error.cause : error;
  return cause instanceof ApplicationFailure && cause.type === limitReachedType ? cause.message : null;
}

/** Whether trying again is pointless: a failure thrown on purpose as permanent. */
export function isPermanent(error: unknown): boolean {
  const cause = error instanceof ActivityFailure ? error.cause : error;
  return cause instanceof ApplicationFailure && cause.nonRetryable === true;
}

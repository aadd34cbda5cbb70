import { ActivityFailure, ApplicationFailure, isCancellation, TimeoutFailure } from '@temporalio/workflow';
import { type FailureDetail, limitReachedType, sharedFailureTypes } from './contracts/node.ts';
import { limits } from './graph/limits.ts';

/** Why a node failed, in plain words. */
export interface NodeFailure {
  error: string;
  attempts: number;
  /** Whether every next run would fail the same way. */
  isShared: boolean;
  isCancellation: boolean;
}

/** A failed node, read from the error of its activity. */
export interface Failure extends NodeFailure {
  /** Whether trying again is pointless: thrown on purpose as permanent, or cancelled. */
  isPermanent: boolean;
  /** The input up to the failure, as JSON text; null when it did not travel. */
  input: string | null;
}

/** Reads the failure of an activity. The message of our own failures is meant for the workflow's owner. */
export function describeFailure(error: unknown): Failure {
  const cause = error instanceof ActivityFailure ? error.cause : error;
  if (cause instanceof ApplicationFailure) {
    const detail = cause.details?.[0] as Partial<FailureDetail> | undefined;
    return {
      error: cause.message.slice(0, limits.messageLength),
      isShared: sharedFailureTypes.includes(cause.type ?? ''),
      isCancellation: false,
      isPermanent: cause.nonRetryable === true,
      attempts: detail?.attempts ?? 1,
      input: detail?.input ?? null,
    };
  }
  const none = { isShared: false, input: null };
  if (isCancellation(error)) {
    return { ...none, error: 'The run was cancelled.', isCancellation: true, isPermanent: true, attempts: 0 };
  }
  const message = cause instanceof TimeoutFailure ? 'The node did not finish in time.' : 'The node failed.';
  return { ...none, error: message, isCancellation: false, isPermanent: false, attempts: 1 };
}

/** The message of an activity that reached the action limit; null for every other failure. */
export function findLimitReached(error: unknown): string | null {
  const cause = error instanceof ActivityFailure ? error.cause : error;
  return cause instanceof ApplicationFailure && cause.type === limitReachedType ? cause.message : null;
}

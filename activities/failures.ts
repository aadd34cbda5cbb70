import { ApplicationFailure } from '@temporalio/common';
import { DomainError } from '../src/errors.ts';
import { type FailureDetail, limitReachedType } from '../workflows/contracts/node.ts';
import { limits } from '../workflows/graph/limits.ts';
import { NodeError } from '../workflows/graph/node-error.ts';

/** Faults nobody foresaw are retried this often: enough for a bad moment, not for a document that always crashes. */
const UNFORESEEN_ATTEMPTS = 8;

/**
 * The engine's failure for an error. Domain and node errors carry a message for the workflow's owner; of others
 * nothing but their kind is shown.
 */
export function toFailure(error: unknown, detail: FailureDetail): Error {
  if (error instanceof ApplicationFailure) return error;
  const details = [detail];
  if (error instanceof NodeError) {
    return ApplicationFailure.create({
      ...{ message: safeText(error.message), type: 'NODE_FAILED', nonRetryable: true, details },
    });
  }
  if (error instanceof DomainError) {
    const { detail: message, code, retryable } = error;
    // The interpreter waits for room; trying again at once would find none.
    const nonRetryable = !retryable || code === limitReachedType;
    return ApplicationFailure.create({
      ...{ message: safeText(message), type: code, nonRetryable, details, cause: error },
    });
  }
  const cause = error instanceof Error ? error : new Error(String(error));
  if (isPassing(cause)) {
    return ApplicationFailure.create({
      message: 'A service the node needs is away.',
      type: 'UNAVAILABLE',
      details,
      cause,
    });
  }
  const nonRetryable = detail.attempts >= UNFORESEEN_ATTEMPTS;
  const message = 'The node failed in a way nobody foresaw; the details are in the log.';
  return ApplicationFailure.create({ message, type: 'INTERNAL', nonRetryable, details, cause });
}

/**
 * What PostgreSQL (SQLSTATE classes 08, 40, 53, 57, 58) and the system say when something is away, full, busy or refuses
 * writes: a folder that somebody has to mount, free or open again is no reason to give up a run.
 */
const passingCodes =
  /^(08|40|53|57|58)|^(ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EMFILE|ENFILE|EBUSY|EAGAIN|EHOST|ENET)|^(ENOSPC|EDQUOT|EIO|EROFS|EACCES|EPERM|ENOTDIR|ESTALE|ENODEV|ENXIO)$/;

function isPassing(error: Error): boolean {
  for (let at: unknown = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth++) {
    if ('code' in at && typeof at.code === 'string' && passingCodes.test(at.code)) return true;
    // The S3 server's own refusals: never of one document, always of the installation.
    if ('$metadata' in at) return true;
    if (/connection terminated|timeout (exceeded|expired)|socket hang up/i.test(at.message)) return true;
  }
  return false;
}

/** A message as every store takes it. */
function safeText(text: string): string {
  return text.replaceAll('\u0000', '\uFFFD').toWellFormed().slice(0, limits.messageLength);
}

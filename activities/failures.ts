import { ApplicationFailure } from '@temporalio/common';
import { DomainError } from '../src/errors.ts';
import { type FailureDetail, limitReachedType } from '../workflows/contracts/node.ts';
import { limits } from '../workflows/graph/limits.ts';
import { NodeError } from '../workflows/graph/node-error.ts';

/** Attempts after an unexpected error: enough for a temporary fault, not for a document that always crashes. */
const UNEXPECTED_ATTEMPTS = 8;

/**
 * Temporal's failure for an error. Domain and node errors have a message for the workflow's owner; of other errors only
 * the kind is shown.
 */
export function toFailure(error: unknown, detail: FailureDetail): Error {
  if (error instanceof ApplicationFailure) return error;
  const details = [detail];
  if (error instanceof NodeError) {
    return ApplicationFailure.create({
      message: safeText(error.message),
      type: 'NODE_FAILED',
      nonRetryable: true,
      details,
    });
  }
  if (error instanceof DomainError) {
    const { detail: message, code, retryable } = error;
    // The run waits for quota; an immediate retry would fail again.
    const nonRetryable = !retryable || code === limitReachedType;
    return ApplicationFailure.create({
      message: safeText(message),
      type: code,
      nonRetryable,
      details,
      cause: error,
    });
  }
  const cause = error instanceof Error ? error : new Error(String(error));
  if (isPassing(cause)) {
    return ApplicationFailure.create({
      message: 'A service that the node needs is unavailable.',
      type: 'UNAVAILABLE',
      details,
      cause,
    });
  }
  const nonRetryable = detail.attempts >= UNEXPECTED_ATTEMPTS;
  const message = 'The node failed unexpectedly; the log has the details.';
  return ApplicationFailure.create({ message, type: 'INTERNAL', nonRetryable, details, cause });
}

/**
 * Codes of PostgreSQL (SQLSTATE classes 08, 40, 53, 57, 58) and of the system for unavailable, full, busy or read-only
 * resources. An operator can mount, free or unlock a folder, so the run is not given up.
 */
const passingCodes =
  /^(08|40|53|57|58)|^(ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EMFILE|ENFILE|EBUSY|EAGAIN|EHOST|ENET)|^(ENOSPC|EDQUOT|EIO|EROFS|EACCES|EPERM|ENOTDIR|ESTALE|ENODEV|ENXIO)$/;

function isPassing(error: Error): boolean {
  for (let at: unknown = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth++) {
    if ('code' in at && typeof at.code === 'string' && passingCodes.test(at.code)) return true;
    // Errors of the S3 server concern the installation, never a single document.
    if ('$metadata' in at) return true;
    if (/connection terminated|timeout (exceeded|expired)|socket hang up/i.test(at.message)) return true;
  }
  return false;
}

/** The message without characters that cannot be stored. */
function safeText(text: string): string {
  return text.replaceAll('\u0000', '\uFFFD').toWellFormed().slice(0, limits.messageLength);
}

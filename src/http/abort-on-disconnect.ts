import type { FastifyReply } from 'fastify';
import { DomainError } from '../errors.ts';

/** A signal that is aborted when the connection closes before the response is complete. */
export function abortOnDisconnect(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  reply.raw.once('close', () => {
    if (reply.raw.writableFinished) return;
    // No client receives this error. As a client error it is not logged as a fault of the service.
    controller.abort(
      new DomainError('VALIDATION_FAILED', 'The connection was closed before the response was complete.'),
    );
  });
  return controller.signal;
}

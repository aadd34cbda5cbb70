import type { FastifyReply } from 'fastify';
import { DomainError } from '../../errors.ts';

/** A signal that is aborted when the connection ends before the answer is complete. */
export function clientGone(reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  reply.raw.once('close', () => {
    if (reply.raw.writableFinished) return;
    // Nobody reads the answer; as a refusal of the request it does not pass for a fault of the service.
    gone.abort(new DomainError('VALIDATION_FAILED', 'The connection was closed before the answer.'));
  });
  return gone.signal;
}

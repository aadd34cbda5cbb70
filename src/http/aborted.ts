import type { FastifyRequest } from 'fastify';
import { hasCode } from '../infra/error-code.ts';

/** Whether the sender closed the connection in the middle of the request: nobody's fault here, and nobody reads the answer. */
export function isAborted({ raw }: FastifyRequest): boolean {
  return hasCode(raw.errored, 'ECONNRESET');
}

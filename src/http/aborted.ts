import type { FastifyRequest } from 'fastify';
import { hasCode } from '../infra/error-code.ts';

/** Whether the client closed the connection before its request was complete. */
export function isAborted({ raw }: FastifyRequest): boolean {
  return hasCode(raw.errored, 'ECONNRESET');
}

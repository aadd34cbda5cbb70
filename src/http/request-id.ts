import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

const GIVEN = /^[A-Za-z0-9._-]{8,64}$/;

/** The caller's `x-request-id` when it is harmless, else a new one. It is in every log line and error. */
export function requestIdOf(request: IncomingMessage): string {
  const given = request.headers['x-request-id'];
  return typeof given === 'string' && GIVEN.test(given) ? given : randomUUID();
}

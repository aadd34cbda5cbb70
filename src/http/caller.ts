import type { FastifyRequest } from 'fastify';
import type { Caller } from '../modules/audit/caller.ts';
import { getUser } from './authentication.ts';
import { findAddress } from './client-address.ts';

const MAX_USER_AGENT = 300;

/** The caller of an authenticated route. */
export function getCaller(request: FastifyRequest): Caller {
  const userAgent = request.headers['user-agent']?.slice(0, MAX_USER_AGENT);
  // A trusted proxy may still say what is no address.
  const ip = findAddress(request.ip) ?? request.socket.remoteAddress ?? 'unknown';
  return { user: getUser(request), ip, userAgent: userAgent ?? null, requestId: request.id };
}

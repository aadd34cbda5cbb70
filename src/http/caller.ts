import type { FastifyRequest } from 'fastify';
import type { Caller } from '../modules/audit/caller.ts';
import { getUser } from './authentication.ts';

const MAX_USER_AGENT = 300;

/** The caller of an authenticated route. */
export function getCaller(request: FastifyRequest): Caller {
  const userAgent = request.headers['user-agent']?.slice(0, MAX_USER_AGENT);
  return { user: getUser(request), ip: request.ip, userAgent: userAgent ?? null, requestId: request.id };
}

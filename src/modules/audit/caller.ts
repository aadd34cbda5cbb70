import type { FastifyRequest } from 'fastify';
import { findAddress } from '../../http/client-address.ts';
import { getUser } from '../auth/authentication.ts';
import type { CurrentUser } from '../users/current-user.ts';

const MAX_USER_AGENT = 300;

/** The caller of a request, for the audit trail. */
export interface Caller {
  user: CurrentUser;
  /** The client's address, or that of an untrusted proxy. */
  ip: string;
  /** As sent, shortened; null without one. */
  userAgent: string | null;
  requestId: string;
}

/** An operator who uses `npm run admin`: has no account and the rights of a SUPER_ADMIN. */
export interface Operator extends Omit<Caller, 'user'> {
  user: { id: null; publicId: typeof OPERATOR_ID; email: string };
}

/** The actor id of operators in the audit trail. */
export const OPERATOR_ID = 'operator';

/** The caller of an authenticated route. */
export function getCaller(request: FastifyRequest): Caller {
  const userAgent = request.headers['user-agent']?.slice(0, MAX_USER_AGENT);
  // A trusted proxy may send text that is not an address.
  const ip = findAddress(request.ip) ?? request.socket.remoteAddress ?? 'unknown';
  return { user: getUser(request), ip, userAgent: userAgent ?? null, requestId: request.id };
}

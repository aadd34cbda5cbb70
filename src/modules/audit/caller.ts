import type { FastifyRequest } from 'fastify';
import { findAddress } from '../../http/client-address.ts';
import { getUser } from '../auth/authentication.ts';
import type { CurrentUser } from '../users/current-user.ts';

const MAX_USER_AGENT = 300;

/** Who asks and from where, as the audit trail keeps it. */
export interface Caller {
  user: CurrentUser;
  /** The client's address; that of a proxy unless it is a trusted one. */
  ip: string;
  /** As sent, cut; null when the client names none. */
  userAgent: string | null;
  requestId: string;
}

/** Somebody at the machine itself, by `npm run admin`: has no account, and may do whatever a SUPER_ADMIN may. */
export interface Operator extends Omit<Caller, 'user'> {
  user: { id: null; publicId: typeof OPERATOR_ID; email: string };
}

/** What the trail keeps in place of an account's id. */
export const OPERATOR_ID = 'operator';

/** The caller of an authenticated route. */
export function getCaller(request: FastifyRequest): Caller {
  const userAgent = request.headers['user-agent']?.slice(0, MAX_USER_AGENT);
  // A trusted proxy may still say what is no address.
  const ip = findAddress(request.ip) ?? request.socket.remoteAddress ?? 'unknown';
  return { user: getUser(request), ip, userAgent: userAgent ?? null, requestId: request.id };
}

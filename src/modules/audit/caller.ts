import type { CurrentUser } from '../users/current-user.ts';

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

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

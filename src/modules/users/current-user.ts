import type { ApplicationRole } from './user.entity.ts';

/** The account of a request, read from the database with the request. */
export interface CurrentUser {
  /** The internal id; never shown. */
  id: number;
  publicId: string;
  email: string;
  applicationRole: ApplicationRole;
  /** From the plan of the account or of an organization. Null or absent: the general limit. */
  requestsPerMinute?: number | null;
}

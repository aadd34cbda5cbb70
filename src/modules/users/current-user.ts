import type { ApplicationRole } from './user.entity.ts';

/** The account a request acts for, as the database has it at this moment. */
export interface CurrentUser {
  /** Internal id; never leaves the service. */
  id: number;
  publicId: string;
  email: string;
  applicationRole: ApplicationRole;
  /** Of the account's plan or its organizations'; null or without it the general limit counts. */
  requestsPerMinute?: number | null;
}

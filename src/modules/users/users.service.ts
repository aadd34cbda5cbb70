import { isPublicId } from '../../infra/public-id.ts';
import type { AccountReads } from './account-reads.ts';
import type { CurrentUser } from './current-user.ts';

export type UsersService = ReturnType<typeof createUsersService>;

/** Accounts as requests need them, read anew each time. */
export function createUsersService(reads: AccountReads) {
  return {
    /** The enabled account with this public id; null when there is none or it is locked. */
    async findEnabled(publicId: string): Promise<CurrentUser | null> {
      return isPublicId('usr', publicId) ? reads.findEnabled(publicId) : null;
    },

    /** The same with its profile (specification, section 2.3). */
    async findWithProfile(publicId: string): Promise<CurrentUser | null> {
      return isPublicId('usr', publicId) ? reads.findWithProfile(publicId) : null;
    },
  };
}

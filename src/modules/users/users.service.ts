import { notFound } from '../../errors.ts';
import { isPublicId } from '../../infra/public-id.ts';
import type { Standing } from '../usage/standing.ts';
import type { AccountReads } from './account-reads.ts';
import type { CurrentUser } from './current-user.ts';
import type { Profile } from './users.schemas.ts';

export type UsersService = ReturnType<typeof createUsersService>;

/** Accounts as requests need them: who is calling, and their profile. */
export function createUsersService({
  reads,
  findStanding,
}: {
  reads: AccountReads;
  /** By public id. */
  findStanding: (userPublicId: string) => Promise<Standing>;
}) {
  return {
    /** The enabled account with this public id, read anew each time; null when there is none or it is locked. */
    async findEnabled(publicId: string): Promise<CurrentUser | null> {
      return isPublicId('usr', publicId) ? reads.findEnabled(publicId) : null;
    },

    /** The caller's own profile (specification, section 2.3). Throws NOT_FOUND when the account is gone. */
    async getProfile({ id, publicId }: CurrentUser): Promise<Profile> {
      const [account, standing] = await Promise.all([reads.findAccount(id), findStanding(publicId)]);
      if (account === null) throw notFound('The account was');
      const { memberships, hasTotp, ...record } = account;
      const administered = memberships.filter(({ role }) => role === 'ORG_ADMIN');
      return {
        ...record,
        roles: [
          `ROLE_${record.applicationRole}`,
          ...administered.map(({ organizationNumber }) => `org:${organizationNumber}:org_admin`),
        ],
        monthlyActionsUsed: standing.actions,
        organizationMemberships: memberships.map(({ organizationNumber: _, ...membership }) => membership),
        subscriptions: standing.subscriptions,
        twoFactor: toTwoFactor(hasTotp),
      };
    },
  };
}

/** What anybody but its owner's authenticator may know of two-factor. */
export function toTwoFactor(hasTotp: boolean) {
  return hasTotp ? { enabled: true, method: 'TOTP' } : { enabled: false, method: null };
}

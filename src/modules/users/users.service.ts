import type { MikroORM } from '@mikro-orm/postgresql';
import { notFound } from '../../errors.ts';
import { isPublicId } from '../../infra/public-id.ts';
import { findMemberships, toMembershipItem } from '../organizations/memberships.ts';
import type { Standing } from '../usage/standing.ts';
import type { CurrentUser } from './current-user.ts';
import { type ApplicationRole, User } from './user.entity.ts';
import { toUserRecord } from './user-record.ts';
import type { Profile } from './users.schemas.ts';

export type UsersService = ReturnType<typeof createUsersService>;

/** Accounts as requests need them: who is calling, and their profile. */
export function createUsersService({
  orm,
  findStanding,
}: {
  orm: MikroORM;
  /** By public id. */
  findStanding: (userPublicId: string) => Promise<Standing>;
}) {
  return {
    /** The enabled account with this public id, read anew each time; null when there is none or it is locked. */
    async findEnabled(publicId: string): Promise<CurrentUser | null> {
      if (!isPublicId('usr', publicId)) return null;
      const [row] = await orm.em
        .fork()
        .execute<EnabledRow[]>(
          `select u.id, u.public_id, u.email, u.application_role, p.requests_per_minute from user_account u
           left join plan p on p.subject = u.public_id where u.public_id = ? and u.is_enabled`,
          [publicId],
        );
      if (!row) return null;
      return {
        id: Number(row.id),
        publicId: row.public_id,
        email: row.email,
        applicationRole: row.application_role,
        requestsPerMinute: row.requests_per_minute,
      };
    },

    /** The caller's own profile (specification, section 2.3). Throws NOT_FOUND when the account is gone. */
    async getProfile(current: CurrentUser): Promise<Profile> {
      const em = orm.em.fork();
      const user = await em.findOne(User, { id: current.id });
      if (!user) throw notFound('The account was');
      const memberships = await findMemberships(em, current.id);
      const { actions, subscriptions } = await findStanding(user.publicId);
      return {
        ...toUserRecord(user),
        stripeCustomerId: user.stripeCustomerId ?? null,
        roles: [
          `ROLE_${user.applicationRole}`,
          ...memberships
            .filter(({ role }) => role === 'ORG_ADMIN')
            .map(({ organization }) => `org:${organization.id}:org_admin`),
        ],
        monthlyActionsUsed: actions,
        organizationMemberships: memberships.map(toMembershipItem),
        subscriptions,
        twoFactor: toTwoFactor(user),
      };
    },
  };
}

interface EnabledRow {
  id: string;
  public_id: string;
  email: string;
  application_role: ApplicationRole;
  requests_per_minute: number | null;
}

/** What anybody but its owner's authenticator may know of two-factor. */
export function toTwoFactor({ totpSecret }: User) {
  return totpSecret == null ? { enabled: false, method: null } : { enabled: true, method: 'TOTP' };
}

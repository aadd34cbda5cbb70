import { createBatcher } from '../../infra/batcher.ts';
import type { Clock } from '../../infra/clock.ts';
import { isPublicId } from '../../infra/public-id.ts';
import { anyOf, type Sql } from '../../infra/sql.ts';
import { REQUESTS_PER_MINUTE } from '../plans/account-limits.ts';
import { monthOf } from '../usage/months.ts';
import type { CurrentUser } from './current-user.ts';
import { PROFILE, type ProfileRow, toProfile } from './profile.ts';
import type { Profile } from './users.schemas.ts';

export type UsersService = ReturnType<typeof createUsersService>;

const MAX_ACCOUNTS = 500;

/** Accounts as requests need them: never cached, so that a lock or a new role takes effect at once. */
export function createUsersService({ sql, clock }: { sql: Sql; clock: Clock }) {
  // Every authenticated request reads its account: requests that arrive together share one statement.
  const findEnabled = createBatcher<string, CurrentUser | null>({
    async work(publicIds) {
      const accounts = await sql<CurrentUser>(ENABLED, [[...new Set(publicIds)]]);
      const found = new Map(accounts.map((account) => [account.publicId, account]));
      return publicIds.map((publicId) => found.get(publicId) ?? null);
    },
    concurrency: 4,
    maxItems: MAX_ACCOUNTS,
    maxWeight: MAX_ACCOUNTS,
    weigh: () => 1,
  });

  return {
    /** The enabled account with this public id; null if it is unknown or locked. */
    async findEnabled(publicId: string): Promise<CurrentUser | null> {
      return isPublicId('usr', publicId) ? findEnabled(publicId) : null;
    },

    /** The profile of an account. Accounts are never deleted. */
    async getProfile(publicId: string): Promise<Profile> {
      const now = clock.now();
      const [row] = await sql<ProfileRow>(PROFILE, [publicId, monthOf(now)]);
      if (row === undefined) throw new Error(`The account ${publicId} does not exist.`);
      return toProfile(row, now);
    },
  };
}

const ENABLED = {
  name: 'account_enabled',
  text: `
    select u.id::float8 as id, u.public_id as "publicId", u.email, u.application_role as "applicationRole",
           ${REQUESTS_PER_MINUTE} as "requestsPerMinute"
    from user_account u
    left join plan p on p.subject = u.public_id
    where u.public_id = ${anyOf('$1', 'varchar')} and u.is_enabled`,
};

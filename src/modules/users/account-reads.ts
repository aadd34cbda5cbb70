import { createBatcher } from '../../infra/batcher.ts';
import type { Clock } from '../../infra/clock.ts';
import { anyOf, type Sql } from '../../infra/sql.ts';
import { REQUESTS_PER_MINUTE } from '../plans/request-rate.ts';
import { monthOf } from '../usage/months.ts';
import type { CurrentUser } from './current-user.ts';
import { type ProfileRow, toProfile } from './profile.ts';

export type AccountReads = ReturnType<typeof createAccountReads>;

/** Reads under way at the same time at most; accounts asked for meanwhile are read together by the next. */
const READS = 4;
const MAX_ACCOUNTS = 500;

/**
 * The read of every request, by public id; null when there is no such account or it is locked. It begins after the
 * request came, so that a lock or a new role counts at once; requests that come together are answered by one statement,
 * which is what keeps them near the speed of the bare framework (ADR 26).
 */
export function createAccountReads({ sql, clock }: { sql: Sql; clock: Clock }) {
  return {
    findEnabled: together((publicIds) => sql<CurrentUser>(ENABLED, [publicIds])),
    /** The same with what the account's profile shows: one statement for a request that asks for nothing else. */
    findWithProfile: together(async (publicIds): Promise<CurrentUser[]> => {
      const now = clock.now();
      const rows = await sql<ProfileRow>(WITH_PROFILE, [publicIds, monthOf(now)]);
      return rows.map((row) => ({ ...row, profile: toProfile(row, now) }));
    }),
  };
}

/** Accounts that are asked for in one turn are read together, each of them once. */
function together(read: (publicIds: readonly string[]) => Promise<CurrentUser[]>) {
  return createBatcher<string, CurrentUser | null>({
    async work(publicIds) {
      const accounts = await read([...new Set(publicIds)]);
      const found = new Map(accounts.map((account) => [account.publicId, account]));
      return publicIds.map((publicId) => found.get(publicId) ?? null);
    },
    concurrency: READS,
    maxItems: MAX_ACCOUNTS,
    maxWeight: MAX_ACCOUNTS,
    weigh: () => 1,
    inHalves: false,
  });
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

export const WITH_PROFILE = {
  name: 'account_profile',
  text: `
    select u.id::float8 as id, u.public_id as "publicId", u.email, u.application_role as "applicationRole",
           ${REQUESTS_PER_MINUTE} as "requestsPerMinute", u.is_enabled as "isEnabled", u.is_verified as "isVerified",
           to_char(u.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS') as "createdAt",
           u.stripe_customer_id as "stripeCustomerId", u.totp_secret is not null as "hasTotp",
           coalesce(c.acted, 0) as actions,
           p.public_id as "planId", p.nickname, p.action_limit as "actionLimit",
           coalesce((
             select json_agg(json_build_object(
               'organizationNumber', o.id, 'organizationId', o.public_id, 'organizationName', o.name, 'role', m.role,
               'joinedAt', to_char(m.joined_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS')) order by m.id)
             from membership m join organization o on o.id = m.organization_id
             where m.user_id = u.id), '[]') as memberships
    from user_account u
    left join plan p on p.subject = u.public_id
    left join usage_counter c on c.subject = u.public_id and c.month = $2
    where u.public_id = ${anyOf('$1', 'varchar')} and u.is_enabled`,
};

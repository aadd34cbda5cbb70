import { createBatcher } from '../../infra/batcher.ts';
import { createSharedRead } from '../../infra/shared-read.ts';
import type { Sql } from '../../infra/sql.ts';
import type { OrganizationRole } from '../organizations/membership.entity.ts';
import type { CurrentUser } from './current-user.ts';
import type { ApplicationRole } from './user.entity.ts';

/** An account with its memberships as its profile shows them. */
export interface AccountRow {
  publicId: string;
  email: string;
  applicationRole: ApplicationRole;
  isEnabled: boolean;
  isVerified: boolean;
  createdAt: string;
  stripeCustomerId: string | null;
  hasTotp: boolean;
  memberships: {
    organizationNumber: number;
    organizationId: string;
    organizationName: string;
    role: OrganizationRole;
    joinedAt: string;
  }[];
}

export type AccountReads = ReturnType<typeof createAccountReads>;

/** Reads under way at the same time at most; accounts asked for meanwhile are read together by the next. */
const READS = 4;
const MAX_ACCOUNTS = 500;

/**
 * The two reads nearly every request makes. Both begin after the request came, so that a lock or a new role counts at
 * once; requests that come together are answered by one statement, which is what keeps them near the speed of the bare
 * framework (ADR 28).
 */
export function createAccountReads(sql: Sql) {
  const readEnabled = async (publicIds: readonly string[]): Promise<(CurrentUser | null)[]> => {
    const rows = await sql<CurrentUser>(ENABLED, [[...new Set(publicIds)]]);
    const found = new Map(rows.map((row) => [row.publicId, row]));
    return publicIds.map((publicId) => found.get(publicId) ?? null);
  };
  return {
    /** The enabled account with this public id; null when there is none or it is locked. */
    findEnabled: createBatcher<string, CurrentUser | null>({
      work: readEnabled,
      concurrency: READS,
      maxItems: MAX_ACCOUNTS,
      maxWeight: MAX_ACCOUNTS,
      weigh: () => 1,
    }),
    /** By internal id; null when the account is gone. */
    findAccount: createSharedRead(async (id: number): Promise<AccountRow | null> => {
      const [row] = await sql<AccountRow>(ACCOUNT, [id]);
      return row ?? null;
    }),
  };
}

const ENABLED = {
  name: 'account_enabled',
  text: `
    select u.id::float8 as id, u.public_id as "publicId", u.email, u.application_role as "applicationRole",
           p.requests_per_minute as "requestsPerMinute"
    from user_account u
    left join plan p on p.subject = u.public_id
    where u.public_id = any($1::varchar[]) and u.is_enabled`,
};

const ACCOUNT = {
  name: 'account_profile',
  text: `
    select u.public_id as "publicId", u.email, u.application_role as "applicationRole", u.is_enabled as "isEnabled",
           u.is_verified as "isVerified", to_char(u.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS') as "createdAt",
           u.stripe_customer_id as "stripeCustomerId", u.totp_secret is not null as "hasTotp",
           coalesce((
             select json_agg(json_build_object(
               'organizationNumber', o.id, 'organizationId', o.public_id, 'organizationName', o.name, 'role', m.role,
               'joinedAt', to_char(m.joined_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS')) order by m.id)
             from membership m join organization o on o.id = m.organization_id
             where m.user_id = u.id), '[]') as memberships
    from user_account u
    where u.id = $1`,
};

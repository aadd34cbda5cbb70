import type { OrganizationRole } from '../organizations/membership.entity.ts';
import { monthBounds } from '../usage/months.ts';
import type { CurrentUser } from './current-user.ts';
import type { Profile } from './users.schemas.ts';

/** A row of the profile statement: an account with its memberships, plan and actions of the month. */
export interface ProfileRow extends Omit<CurrentUser, 'id' | 'requestsPerMinute'> {
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
  /** Stamped PDFs since the first of the month (UTC), whatever plan they count on. */
  actions: number;
  /** Null without a plan. */
  planId: string | null;
  nickname: string | null;
  actionLimit: number | null;
}

/** The profile of an account at this instant. */
export function toProfile(row: ProfileRow, now: Date): Profile {
  const { memberships, applicationRole } = row;
  const administered = memberships.filter(({ role }) => role === 'ORG_ADMIN');
  return {
    publicId: row.publicId,
    email: row.email,
    applicationRole,
    isEnabled: row.isEnabled,
    isVerified: row.isVerified,
    createdAt: row.createdAt,
    stripeCustomerId: row.stripeCustomerId,
    roles: [
      `ROLE_${applicationRole}`,
      ...administered.map(({ organizationNumber }) => `org:${organizationNumber}:org_admin`),
    ],
    monthlyActionsUsed: row.actions,
    organizationMemberships: memberships.map(({ organizationNumber: _, ...membership }) => membership),
    subscriptions: subscriptionsOf(row, now),
    twoFactor: toTwoFactor(row.hasTotp),
  };
}

/** The plan in the form of a subscription. Times are in Unix seconds; members of a billing system are null. */
function subscriptionsOf({ planId, nickname, actionLimit }: ProfileRow, now: Date): Profile['subscriptions'] {
  if (planId === null) return [];
  const { start, end } = monthBounds(now);
  const subscription = {
    publicId: planId,
    subscriptionId: null,
    status: 'active',
    nickname,
    lookupKey: null,
    interval: 'month',
    amount: null,
    currency: null,
    actionLimit,
    currentBillingPeriodStart: start.getTime() / 1000,
    currentBillingPeriodEnd: end.getTime() / 1000,
  };
  return [subscription];
}

/** The state of two-factor authentication, without its secret. */
export function toTwoFactor(hasTotp: boolean) {
  return hasTotp ? { enabled: true, method: 'TOTP' } : { enabled: false, method: null };
}

/** $1 public id, $2 month. */
export const PROFILE = {
  name: 'account_profile',
  text: `
    select u.public_id as "publicId", u.email, u.application_role as "applicationRole", u.is_enabled as "isEnabled",
           u.is_verified as "isVerified",
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
    where u.public_id = $1`,
};

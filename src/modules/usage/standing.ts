import type { Clock } from '../../infra/clock.ts';
import type { Sql } from '../../infra/sql.ts';
import { monthBounds, monthOf } from './months.ts';

/** A plan as profiles show it (decisions, section 2). Times in Unix seconds; what only billing knows is null. */
export interface Subscription {
  publicId: string;
  subscriptionId: string | null;
  status: string;
  nickname: string | null;
  lookupKey: string | null;
  interval: string;
  amount: number | null;
  currency: string | null;
  actionLimit: number | null;
  currentBillingPeriodStart: number;
  currentBillingPeriodEnd: number;
}

/** Where an account stands this month. */
export interface Standing {
  /** Stamped PDFs since the first of the month, UTC, whoever pays for them. */
  actions: number;
  subscriptions: Subscription[];
}

/** Reads actions and plan of an account by two index look-ups, whatever the number of its entries. */
export function createFindStanding({ sql, clock }: { sql: Sql; clock: Clock }) {
  return async (userPublicId: string): Promise<Standing> => {
    const now = clock.now();
    const [row] = await sql<StandingRow>(FIND, [userPublicId, monthOf(now)]);
    const { start, end } = monthBounds(now);
    const { planId = null, nickname = null, actionLimit = null, actions = 0 } = row ?? {};
    if (planId === null) return { actions, subscriptions: [] };
    const subscription = {
      ...{ publicId: planId, nickname, actionLimit, status: 'active', interval: 'month' },
      ...{ subscriptionId: null, lookupKey: null, amount: null, currency: null },
      currentBillingPeriodStart: start.getTime() / 1000,
      currentBillingPeriodEnd: end.getTime() / 1000,
    };
    return { actions, subscriptions: [subscription] };
  };
}

interface StandingRow {
  actions: number;
  planId: string | null;
  nickname: string | null;
  actionLimit: number | null;
}

const FIND = {
  name: 'usage_standing',
  text: `
    select coalesce(c.acted, 0) as actions, p.public_id as "planId", p.nickname, p.action_limit as "actionLimit"
    from (select $1::varchar as subject) s
    left join usage_counter c on c.subject = s.subject and c.month = $2
    left join plan p on p.subject = s.subject`,
};

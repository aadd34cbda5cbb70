import { DomainError } from '../../errors.ts';
import type { Clock } from '../../infra/clock.ts';
import type { Sql } from '../../infra/sql.ts';
import { monthOf } from './months.ts';
import { EXPIRE, FIND_QUOTA, RECORD, RELEASE, RENEW, RESERVE } from './usage-sql.ts';

/** An account that stamps, and the organization that has the template. Internal ids. The organization pays, else the account. */
export interface Actor {
  userId: number;
  organizationId: number | null;
}

/** Actions to count: one for each stamped PDF. `source` is the document's or stamp job's id (30 characters). */
export interface UsageRecord extends Actor {
  source: string;
  templatePublicId: string;
  workflowPublicId: string | null;
  actions: number;
  /** Start of the work; counts in this month. Default: now. */
  at?: Date;
}

/** Actions to reserve in the month of `at`. */
interface UsageClaim extends Actor {
  source: string;
  actions: number;
  at: Date;
}

/** The payer, its limit (null: none), and the actions counted or reserved so far. */
export interface Quota {
  subject: string;
  actionLimit: number | null;
  taken: number;
}

export type UsageService = ReturnType<typeof createUsageService>;

/** A reservation that is not renewed expires after this time: its process has died. */
const LEASE_MS = 5 * 60_000;
const RENEW_EVERY_MS = 60_000;

/** Counts actions, each source once, and enforces the action limits. Idempotent. */
export function createUsageService({ sql, clock }: { sql: Sql; clock: Clock }) {
  const leaseEnd = () => new Date(clock.now().getTime() + LEASE_MS);

  const reserve = async ({ source, userId, organizationId, actions, at }: UsageClaim) => {
    const values = [organizationId, userId, monthOf(at), source, actions, leaseEnd()];
    const [quota] = await sql<Quota & { isGranted: boolean }>(RESERVE, values);
    if (quota === undefined) throw new Error('The reservation returned no row.');
    return quota;
  };

  return {
    /** The payer's quota in the month of `at`. */
    async getQuota({ userId, organizationId }: Actor, at: Date = clock.now()): Promise<Quota> {
      const [quota] = await sql<Quota>(FIND_QUOTA, [organizationId, userId, monthOf(at)]);
      if (quota === undefined) throw new Error('The quota returned no row.');
      return quota;
    },

    /**
     * Reserves actions, all or none. Concurrent reservations never exceed the limit. A reservation lasts until `record` or
     * `release` is called for its source, or until the process has died.
     */
    reserve,

    /**
     * As `reserve`, and renews the reservation until the returned function is called. Throws ACTION_LIMIT_REACHED.
     */
    async hold(claim: UsageClaim): Promise<() => void> {
      const quota = await reserve(claim);
      if (!quota.isGranted) throw limitReached(quota, claim.actions);
      // A renewal may fail: there are four in the time of one lease.
      const renew = () => void sql(RENEW, [claim.source, leaseEnd()]).catch(() => {});
      const timer = setInterval(renew, RENEW_EVERY_MS).unref();
      return () => clearInterval(timer);
    },

    /** Counts a source once and deletes its reservation. Returns whether this call counted it. */
    async record(usage: UsageRecord): Promise<boolean> {
      const { source, userId, organizationId, templatePublicId, workflowPublicId, actions } = usage;
      const at = usage.at ?? clock.now();
      const rows = await sql(RECORD, [
        source,
        userId,
        organizationId,
        templatePublicId,
        workflowPublicId,
        actions,
        at,
      ]);
      return rows.length > 0;
    },

    /** Deletes the reservation of work that made nothing. */
    async release(source: string): Promise<void> {
      await sql(RELEASE, [source]);
    },

    /** Deletes the reservations of dead processes. Returns their number. */
    async expire(): Promise<number> {
      for (let count = 0; ; count++) {
        if ((await sql(EXPIRE, [clock.now()])).length === 0) return count;
      }
    },
  };
}

/** The error for work that exceeds the limit. `actions`: number of actions of the work. */
export function limitReached({ actionLimit, taken }: Quota, actions: number): DomainError {
  const left = Math.max(0, (actionLimit ?? 0) - taken);
  const what =
    left === 0
      ? `All ${actionLimit} actions of this month are used.`
      : `This takes ${actions} actions, but only ${left} of this month's ${actionLimit} are left.`;
  const advice = left === 0 ? '' : 'Send fewer rows, or ';
  const ask = `${advice === '' ? 'Ask' : 'ask'} an administrator to raise the limit. It is reset at the start of next month.`;
  return new DomainError('ACTION_LIMIT_REACHED', `${what} ${advice}${ask}`);
}

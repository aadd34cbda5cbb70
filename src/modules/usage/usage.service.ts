import { DomainError } from '../../errors.ts';
import type { Clock } from '../../infra/clock.ts';
import type { Sql } from '../../infra/sql.ts';
import { monthOf } from './months.ts';
import { EXPIRE, FIND_ROOM, RECORD, RELEASE, RENEW, RESERVE } from './usage-sql.ts';

/** Who acts, and on whose template. Internal ids; the organization pays if there is one, else the account. */
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
  /** When the work began; its month pays. Now by default. */
  at?: Date;
}

/** Actions to set aside, in the month of `at`. */
export interface UsageClaim extends Actor {
  source: string;
  actions: number;
  at: Date;
}

/** What stands between the payer and its limit. `actionLimit` null: no limit. */
export interface Room {
  subject: string;
  actionLimit: number | null;
  taken: number;
}

export type UsageService = ReturnType<typeof createUsageService>;

/** What is set aside and not renewed is given back after this long: its process has died. */
const LEASE_MS = 5 * 60_000;
const RENEW_EVERY_MS = 60_000;

/** Counts actions, each source once, and enforces the action limits. Idempotent. */
export function createUsageService({ sql, clock }: { sql: Sql; clock: Clock }) {
  const leaseEnd = () => new Date(clock.now().getTime() + LEASE_MS);

  const reserve = async ({ source, userId, organizationId, actions, at }: UsageClaim) => {
    const values = [organizationId, userId, monthOf(at), source, actions, leaseEnd()];
    const [room] = await sql<Room & { isGranted: boolean }>(RESERVE, values);
    if (room === undefined) throw new Error('a reservation has no answer');
    return room;
  };

  return {
    /** The payer's limit in the month of `at`, and what of it is taken. */
    async getRoom({ userId, organizationId }: Actor, at: Date = clock.now()): Promise<Room> {
      const [room] = await sql<Room>(FIND_ROOM, [organizationId, userId, monthOf(at)]);
      if (room === undefined) throw new Error('a look at the limit has no answer');
      return room;
    },

    /**
     * Sets actions aside, all or none, in one statement: of several at once no more are granted than there is room for.
     * They stay set aside until `record` or `release` names the source, or until the process has died.
     */
    reserve,

    /** The same for work of any length. Throws ACTION_LIMIT_REACHED; the answer ends the keeping, not the reservation. */
    async hold(claim: UsageClaim): Promise<() => void> {
      const room = await reserve(claim);
      if (!room.isGranted) throw limitReached(room, claim.actions);
      // A renewal that fails is made up for by the next: four fit into a lease.
      const renew = () => void sql(RENEW, [claim.source, leaseEnd()]).catch(() => {});
      const timer = setInterval(renew, RENEW_EVERY_MS).unref();
      return () => clearInterval(timer);
    },

    /** Counts once per source, and gives back what was set aside for it. Answers whether this call counted. */
    async record(usage: UsageRecord): Promise<boolean> {
      const { source, userId, organizationId, templatePublicId, workflowPublicId, actions } = usage;
      const at = usage.at ?? clock.now();
      const rows = await sql(RECORD, [
        ...[source, userId, organizationId, templatePublicId, workflowPublicId, actions, at],
      ]);
      return rows.length > 0;
    },

    /** Gives back what was set aside for work that made nothing. */
    async release(source: string): Promise<void> {
      await sql(RELEASE, [source]);
    },

    /** Gives back what dead processes had set aside. Answers how many reservations that were. */
    async expire(): Promise<number> {
      for (let count = 0; ; count++) {
        if ((await sql(EXPIRE, [clock.now()])).length === 0) return count;
      }
    },
  };
}

/** The refusal of work the limit has no room for. `actions`: how many it takes. */
export function limitReached({ actionLimit, taken }: Room, actions: number): DomainError {
  const left = Math.max(0, (actionLimit ?? 0) - taken);
  const what =
    left === 0
      ? `All ${actionLimit} actions of this month are used.`
      : `This takes ${actions} actions, and ${left} of this month's ${actionLimit} are left.`;
  const advice = left === 0 ? '' : 'Send fewer rows, or ';
  const ask = `${advice === '' ? 'Ask' : 'ask'} an administrator to raise the limit; it starts anew with the next month.`;
  return new DomainError('ACTION_LIMIT_REACHED', `${what} ${advice}${ask}`);
}

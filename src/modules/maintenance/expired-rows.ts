import type { Clock } from '../../infra/clock.ts';
import type { Logger } from '../../infra/logger.ts';
import type { Sql } from '../../infra/sql.ts';

const BATCH = 1_000;
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** Rows that nothing needs any more. */
interface ExpiredRows {
  table: string;
  /** $1 is the instant `ageMs` ago. */
  where: string;
  ageMs: number;
}

/** A used refresh token is kept as long as its family, so that a second use is detected. */
const expired: readonly ExpiredRows[] = [
  { table: 'refresh_token', where: 'family_expires_at < $1::timestamptz', ageMs: DAY_MS },
  { table: 'account_token', where: 'expires_at < $1::timestamptz', ageMs: DAY_MS },
  { table: 'login_challenge', where: 'expires_at < $1::timestamptz', ageMs: DAY_MS },
  {
    table: 'rate_counter',
    where: 'expires_at < extract(epoch from $1::timestamptz) * 1000',
    ageMs: MINUTE_MS,
  },
  {
    table: 'limit_wait',
    where:
      'created_at < $1::timestamptz and exists (select from run r where r.id = run_id and r.ended_at is not null)',
    ageMs: MINUTE_MS,
  },
  // Usage reports reach back 366 days.
  { table: 'mail_day', where: 'day < ($1::timestamptz)::date', ageMs: 400 * DAY_MS },
  // Left by a process that died, of a node that did not run again.
  { table: 'node_crash', where: 'started_at < $1::timestamptz', ageMs: DAY_MS },
  {
    table: 'plan',
    where: `created_at < $1::timestamptz and subject like 'org!_%' escape '!'
            and not exists (select from organization o where o.public_id = subject)`,
    ageMs: DAY_MS,
  },
];

/** Deletes rows that have expired, such as used tokens. Any number of processes may do so at once. */
export function createExpiredRows(deps: { sql: Sql; clock: Clock; logger: Logger }) {
  const { sql, clock, logger } = deps;
  return {
    /** Skips rows that another process has locked. Returns the number of deleted rows. */
    async deleteAll(): Promise<number> {
      let total = 0;
      for (const each of expired) {
        const before = new Date(clock.now().getTime() - each.ageMs);
        let deleted = 0;
        for (;;) {
          const { count = 0 } = (await sql<{ count: number }>(statementOf(each), [before, BATCH]))[0] ?? {};
          deleted += count;
          if (count < BATCH) break;
        }
        if (deleted > 0) logger.info({ table: each.table, deleted }, 'expired rows deleted');
        total += deleted;
      }
      return total;
    },
  };
}

function statementOf({ table, where }: ExpiredRows) {
  return {
    name: `expired_${table}`,
    text: `
      with deleted as (
        delete from ${table} where ctid = any(array(
          select ctid from ${table} where ${where} limit $2::int for update skip locked))
        returning 1
      )
      select count(*)::int as count from deleted`,
  };
}

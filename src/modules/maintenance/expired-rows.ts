import type { Clock } from '../../infra/clock.ts';
import type { Logger } from '../../infra/logger.ts';
import { createLoop, type Loop } from '../../infra/loop.ts';
import type { Sql } from '../../infra/sql.ts';

const EVERY_MS = 10 * 60_000;
const BATCH = 1_000;
const DAY = 24 * 60 * 60_000;

/** Rows of a table that are worth nothing any more. */
interface Stale {
  table: string;
  /** The row is stale when this holds; $1 is the instant, `ageMs` ago. */
  where: string;
  ageMs: number;
}

/** What is pruned and when. A used refresh token is kept as long as its family, so that a second use is noticed. */
const stale: readonly Stale[] = [
  { table: 'refresh_token', where: 'family_expires_at < $1::timestamptz', ageMs: DAY },
  { table: 'account_token', where: 'expires_at < $1::timestamptz', ageMs: DAY },
  { table: 'login_challenge', where: 'expires_at < $1::timestamptz', ageMs: DAY },
  { table: 'rate_counter', where: 'expires_at < extract(epoch from $1::timestamptz) * 1000', ageMs: 60_000 },
  {
    table: 'limit_wait',
    where:
      'created_at < $1::timestamptz and exists (select from run r where r.id = run_id and r.ended_at is not null)',
    ageMs: 60_000,
  },
  {
    table: 'plan',
    where: `created_at < $1::timestamptz and subject like 'org!_%' escape '!'
            and not exists (select from organization o where o.public_id = subject)`,
    ageMs: DAY,
  },
];

export interface PrunerDependencies {
  sql: Sql;
  clock: Clock;
  logger: Logger;
}

/** Removes stale rows every ten minutes. Any number of processes may. */
export function createPruner(deps: PrunerDependencies): Loop {
  return createLoop(
    EVERY_MS,
    async () => {
      await pruneStale(deps);
      return false;
    },
    deps.logger,
  );
}

/** Removes all that is stale, a batch at a time; rows another process has in hand are left to it. Answers how many. */
export async function pruneStale({ sql, clock, logger }: PrunerDependencies): Promise<number> {
  let total = 0;
  for (const each of stale) {
    const before = new Date(clock.now().getTime() - each.ageMs);
    let pruned = 0;
    for (;;) {
      const { count = 0 } = (await sql<{ count: number }>(statementOf(each), [before, BATCH]))[0] ?? {};
      pruned += count;
      if (count < BATCH) break;
    }
    if (pruned > 0) logger.info({ table: each.table, pruned }, 'stale rows are removed');
    total += pruned;
  }
  return total;
}

function statementOf({ table, where }: Stale) {
  return {
    name: `prune_${table}`,
    text: `
      with gone as (
        delete from ${table} where ctid = any(array(
          select ctid from ${table} where ${where} limit $2::int for update skip locked))
        returning 1
      )
      select count(*)::int as count from gone`,
  };
}

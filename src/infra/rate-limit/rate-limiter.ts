import { createBatcher } from '../batcher.ts';
import type { Clock } from '../clock.ts';
import { listOf, type Sql } from '../sql.ts';
import { countFree, type WindowCounts, whenFree } from './sliding-window.ts';

/** The outcome of one check. Times in whole seconds from now. */
export interface RateDecision {
  allowed: boolean;
  limit: number;
  /** Further requests allowed now. */
  remaining: number;
  /** Until one more request is allowed than now. */
  resetSeconds: number;
}

/** Limits requests by key. Rejected requests are not counted. */
export interface RateLimiter {
  /** Counts one request of `key` if `limit` allows it. A limit of 0 means no limit and returns null. */
  take(key: string, limit: number): Promise<RateDecision | null>;
}

const MINUTE_MS = 60_000;
const MAX_CHECKS = 500;

/**
 * A sliding-window counter in PostgreSQL, shared by all API processes (ADR 9). The checks that arrive together share one
 * statement. The clocks of the processes must agree.
 */
export function createRateLimiter(deps: { sql: Sql; clock: Clock; windowMs?: number }): RateLimiter {
  const { sql, clock, windowMs = MINUTE_MS } = deps;

  const check = createBatcher<Check, RateDecision>({
    async work(checks) {
      const byKey = new Map<string, { wanted: number; limit: number }>();
      for (const { key, limit } of checks)
        byKey.set(key, { limit, wanted: (byKey.get(key)?.wanted ?? 0) + 1 });
      const asked = [...byKey.values()];
      const now = clock.now().getTime();
      const rows = await sql<CounterRow>(COUNT, [
        now,
        windowMs,
        [...byKey.keys()],
        asked.map(({ wanted }) => wanted),
        asked.map(({ limit }) => limit),
      ]);
      const counters = new Map(rows.map((row) => [row.key, row]));
      return checks.map(({ key, limit }) => {
        const row = counters.get(key);
        if (row === undefined) throw new Error('The rate counter of a key is missing.');
        row.granted -= 1;
        return decide(row, { limit, windowMs }, now);
      });
    },
    concurrency: 2,
    maxItems: MAX_CHECKS,
    maxWeight: MAX_CHECKS,
    weigh: () => 1,
  });

  return {
    take: async (key, limit) => (limit === 0 ? null : check({ key, limit })),
  };
}

interface Check {
  key: string;
  limit: number;
}

/** `granted`: checks of the batch that are allowed and not yet decided. */
interface CounterRow extends WindowCounts {
  key: string;
  granted: number;
}

/** `row.granted` is negative when the check is one too many, else the number of checks allowed after it. */
function decide(row: CounterRow, limit: { limit: number; windowMs: number }, now: number): RateDecision {
  const allowed = row.granted >= 0;
  const free = countFree(row, limit, now);
  const wanted = allowed ? Math.min(free + 1, limit.limit) : 1;
  return {
    allowed,
    limit: limit.limit,
    remaining: allowed ? free + row.granted : 0,
    resetSeconds: Math.max(1, Math.ceil((whenFree(row, limit, wanted) - now) / 1000)),
  };
}

/**
 * $1 now, $2 length of the window, $3 to $5 keys, checks of each and limits. Windows of a key follow each other from its
 * first request; after an idle window a new series begins. A clock that is behind by less than a window counts in the
 * stored one. Keys are sorted, so that two processes lock rows in the same order.
 */
const COUNT = {
  name: 'rate_count',
  text: `
    with asked as (
      select * from unnest(${listOf('$3', 'text')}, ${listOf('$4', 'int')}, ${listOf('$5', 'int')})
        as a (key, wanted, max)
    )
    insert into rate_counter as c (key, window_start, previous, current, granted, expires_at)
    select key, $1::bigint, 0, least(wanted, max), least(wanted, max), $1::bigint + 2 * $2::bigint
    from asked order by key
    on conflict (key) do update set (window_start, previous, current, granted, expires_at) = (
      select w.start, w.previous, w.current + g.granted, g.granted, w.start + 2 * $2
      from asked a
      cross join lateral (select ($1 - c.window_start) / $2 as number) passed
      cross join lateral (
        select case passed.number when 0 then c.window_start when 1 then c.window_start + $2 else $1 end as start,
               case when passed.number <= 0 then c.previous when passed.number = 1 then c.current else 0 end as previous,
               case when passed.number <= 0 then c.current else 0 end as current
      ) w
      cross join lateral (
        select greatest(0, least(a.wanted,
          a.max - w.current - w.previous * ($2 - 1 - greatest(0, $1 - w.start)) / $2))::int as granted
      ) g
      where a.key = c.key
    )
    returning key, window_start::float8 as "windowStart", previous, current, granted`,
};

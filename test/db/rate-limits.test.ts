import { randomUUID } from 'node:crypto';
import path from 'node:path';
import fc from 'fast-check';
import { createRateLimiter, type RateLimiter } from '../../src/infra/rate-limit/rate-limiter.ts';
import { createSql, type Sql } from '../../src/infra/sql.ts';
import { createTestClock } from '../support/clock.ts';
import { runNodeProgram } from '../support/node-program.ts';
import { openOrm } from '../support/orm.ts';
import { testDatabaseUrl } from '../support/stack/stack.ts';

const SECOND = 1_000;
const WINDOW = 60 * SECOND;

const url = await testDatabaseUrl('rate-limits');
const orm = await openOrm({ url, poolMax: 5 });
const sql = createSql(orm);

/** A key of its own, and so many processes with one clock. */
function processes(count: number) {
  const clock = createTestClock('2026-11-28T12:00:00Z');
  const limiters = Array.from({ length: count }, () => createRateLimiter({ sql, clock }));
  return { clock, limiters, key: `account:${randomUUID()}` };
}
function oneProcess() {
  const { clock, limiters, key } = processes(1);
  return { clock, limiter: limiters[0] as RateLimiter, key };
}

async function countAllowed(
  limiter: RateLimiter,
  key: string,
  { limit, tries }: Record<'limit' | 'tries', number>,
) {
  const decisions = await Promise.all(Array.from({ length: tries }, () => limiter.take(key, limit)));
  return decisions.filter((decision) => decision?.allowed === true).length;
}

test('a burst gets the limit, and requests become free one after the other a window later, never all at once', async () => {
  const { clock, limiter, key } = oneProcess();
  const burst = { limit: 10, tries: 15 };
  expect(await countAllowed(limiter, key, burst)).toBe(10);
  clock.time += WINDOW - 1;
  expect(await countAllowed(limiter, key, burst)).toBe(0);
  const freed = [];
  for (let i = 0; i < 10; i++) {
    clock.time += i === 0 ? 1 : 6 * SECOND;
    freed.push(await countAllowed(limiter, key, burst));
  }
  expect(freed).toEqual([1, 1, 1, 1, 1, 1, 1, 1, 1, 1]);
});

test('the headers count down, and say when the next request becomes free', async () => {
  const { clock, limiter, key } = oneProcess();
  const decisions = [];
  for (let i = 0; i < 3; i++) {
    decisions.push(await limiter.take(key, 2));
    clock.time += 5 * SECOND;
  }
  expect(decisions).toEqual([
    { allowed: true, limit: 2, remaining: 1, resetSeconds: 60 },
    { allowed: true, limit: 2, remaining: 0, resetSeconds: 55 },
    { allowed: false, limit: 2, remaining: 0, resetSeconds: 50 },
  ]);
});

test('a client that waits as long as a rejection says is allowed, and one second earlier it is not', async () => {
  const gaps = fc.array(fc.oneof(fc.nat(50), fc.nat(5 * SECOND), fc.nat(130 * SECOND)), { maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 20 }), gaps, async (limit, arrivals) => {
      const { clock, limiter, key } = oneProcess();
      for (const gap of arrivals) {
        clock.time += gap;
        const decision = await limiter.take(key, limit);
        if (decision?.allowed !== false) continue;
        clock.time += (decision.resetSeconds - 1) * SECOND;
        if (decision.resetSeconds > 1) expect((await limiter.take(key, limit))?.allowed).toBe(false);
        clock.time += SECOND;
        expect((await limiter.take(key, limit))?.allowed).toBe(true);
      }
    }),
    { numRuns: 30 },
  );
});

test('processes together allow at most twice the limit in any 60 seconds', async () => {
  const arrivals = fc.array(
    fc.record({
      gap: fc.oneof(fc.nat(20), fc.nat(3 * SECOND), fc.nat(61 * SECOND)),
      burst: fc.integer({ min: 1, max: 8 }),
    }),
    { maxLength: 60 },
  );
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 30 }), arrivals, async (limit, steps) => {
      const { clock, limiters, key } = processes(3);
      const allowed: number[] = [];
      for (const { gap, burst } of steps) {
        clock.time += gap;
        const decisions = await Promise.all(
          Array.from({ length: burst }, (_, i) => limiters[i % 3]?.take(key, limit)),
        );
        for (const decision of decisions) if (decision?.allowed) allowed.push(clock.time);
        const lately = allowed.filter((at) => at > clock.time - WINDOW).length;
        expect(lately).toBeLessThanOrEqual(2 * limit);
      }
    }),
    { numRuns: 30 },
  );
});

test('a client that sends evenly at its limit is never rejected', async () => {
  const { clock, limiter, key } = oneProcess();
  for (let i = 0; i < 100; i++) {
    expect((await limiter.take(key, 20))?.allowed).toBe(true);
    clock.time += 3 * SECOND;
  }
});

test('concurrent requests of one process each get a decision of their own, in order', async () => {
  const { limiter, key } = oneProcess();
  const decisions = await Promise.all([1, 2, 3, 4].map(() => limiter.take(key, 3)));
  expect(decisions.map((decision) => [decision?.allowed, decision?.remaining])).toEqual([
    [true, 2],
    [true, 1],
    [true, 0],
    [false, 0],
  ]);
});

test('checks that arrive together are one statement, and keys do not share a count', async () => {
  let statements = 0;
  const counting: Sql = (statement, values) => {
    statements += 1;
    return sql(statement, values);
  };
  const limiter = createRateLimiter({ sql: counting, clock: { now: () => new Date(0) } });
  const names = Array.from({ length: 50 }, (_, i) => `together:${i % 25}`);
  const decisions = await Promise.all(names.map((key) => limiter.take(key, 1)));
  expect(decisions.filter((decision) => decision?.allowed)).toHaveLength(25);
  expect(statements).toBe(1);
});

test('a raised limit counts at once, and a lowered one rejects until enough requests have left the window', async () => {
  const { clock, limiter, key } = oneProcess();
  expect(await countAllowed(limiter, key, { limit: 10, tries: 20 })).toBe(10);
  expect(await countAllowed(limiter, key, { limit: 15, tries: 20 })).toBe(5);
  const lowered = await limiter.take(key, 3);
  // 15 requests weigh less than 3 when four fifths of the next window have passed.
  expect(lowered).toEqual({ allowed: false, limit: 3, remaining: 0, resetSeconds: 108 });
  clock.time += 108 * SECOND;
  expect((await limiter.take(key, 3))?.allowed).toBe(true);
});

test('a clock that moves back neither resets the count nor blocks for longer than two windows', async () => {
  for (const back of [10 * SECOND, 90 * SECOND, 24 * 60 * WINDOW]) {
    const { clock, limiter, key } = oneProcess();
    expect(await countAllowed(limiter, key, { limit: 5, tries: 5 })).toBe(5);
    clock.time -= back;
    const rejected = await limiter.take(key, 5);
    expect(rejected?.allowed).toBe(false);
    expect(rejected?.resetSeconds).toBeLessThanOrEqual(120);
    clock.time += (rejected?.resetSeconds ?? 0) * SECOND;
    expect((await limiter.take(key, 5))?.allowed).toBe(true);
  }
});

test('a flood costs one row', async () => {
  const { limiter, key } = oneProcess();
  for (let i = 0; i < 20; i++) await countAllowed(limiter, key, { limit: 5, tries: 100 });
  const rows = await orm.em.execute('select current, granted from rate_counter where key = ?', [key]);
  expect(rows).toEqual([{ current: 5, granted: 0 }]);
});

test('batches with the same keys in another order do not deadlock', async () => {
  const { limiters } = processes(4);
  const names = Array.from({ length: 40 }, (_, i) => `order:${i}`);
  const orders = [names, [...names].reverse()];
  const rounds = Array.from({ length: 10 }, (_, round) =>
    limiters.flatMap((limiter, i) => (orders[(i + round) % 2] ?? []).map((key) => limiter.take(key, 1_000))),
  );
  for (const round of rounds) await Promise.all(round);
  const [{ total }] = await orm.em.execute<[{ total: string }]>(
    "select sum(current) as total from rate_counter where key like 'order:%'",
  );
  expect(Number(total)).toBe(4 * 40 * 10);
});

test('a limit of 0 means no limit', async () => {
  const { limiter, key } = oneProcess();
  expect(await limiter.take(key, 0)).toBeNull();
});

test('a database that fails lets nothing through', async () => {
  const failing: Sql = async () => Promise.reject(new Error('the database is away'));
  const limiter = createRateLimiter({ sql: failing, clock: { now: () => new Date(0) } });
  await expect(limiter.take('any', 1)).rejects.toThrow('the database is away');
});

test('two operating-system processes that are flooded share one count', async () => {
  const limit = 20;
  const file = path.join(import.meta.dirname, '../support/rate-limit/flood-limiter.ts');
  // One clock that does not move: all requests fall into one window.
  const args = [url, String(limit), '400'];
  const programs = [1, 2].map(() => runNodeProgram({ file, args }));
  const lines = await Promise.all(programs.map((program) => program.line(/^allowed /)));
  const allowed = lines.map((line) => Number(line.slice('allowed '.length)));
  expect(allowed.reduce((sum, count) => sum + count)).toBe(limit);
});

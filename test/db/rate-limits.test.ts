import path from 'node:path';
import type { MikroORM } from '@mikro-orm/postgresql';
import { createOrm } from '../../src/database/orm.ts';
import { systemClock } from '../../src/infra/clock.ts';
import { createRateStore } from '../../src/infra/rate-limit/rate-store.ts';
import { createSharedRateLimiter } from '../../src/infra/rate-limit/shared-rate-limiter.ts';
import { createSql } from '../../src/infra/sql.ts';
import { runNodeProgram } from '../support/node-program.ts';
import { testDatabaseUrl } from '../support/stack.ts';

let orm: MikroORM;
let url: string;
beforeAll(async () => {
  url = await testDatabaseUrl('rate-limits');
  orm = await createOrm({ url, poolMax: 5 });
});
afterAll(() => orm.close());

test('two processes that are flooded let no more than the limit through in any window', async () => {
  const [limit, windowMs] = [20, 2_000];
  const file = path.join(import.meta.dirname, 'programs', 'flood-limiter.ts');
  const programs = [1, 2].map(() =>
    runNodeProgram({ file, args: [url, String(limit), String(windowMs), '5000'] }),
  );
  const told = await Promise.all(programs.map((program) => program.line(/^allowed /)));
  const [one = [], two = []] = told.map(
    (line) => JSON.parse(line.slice('allowed '.length)) as [number, number][],
  );
  const times = [...one, ...two];
  // Only those that were let through within the window whatever the moment between their two times.
  const inWindow = times.map(
    ([start]) => times.filter(([from, to]) => from >= start && to < start + windowMs).length,
  );
  expect(Math.max(...inWindow)).toBeLessThanOrEqual(limit);
});

test('all of the limit can be used through any process, and both refuse what comes after', async () => {
  const store = createRateStore(createSql(orm));
  const [one, two] = [1, 2].map(() => createSharedRateLimiter({ store, clock: systemClock }));
  if (!one || !two) throw new Error('not made');
  try {
    let allowed = 0;
    for (const limiter of [one, two]) {
      for (let i = 0; i < 50; i++) if ((await limiter.take('account:a', 100))?.allowed) allowed += 1;
    }
    expect(allowed).toBe(100);
    expect((await one.take('account:a', 100))?.allowed).toBe(false);
    expect((await two.take('account:a', 100))?.allowed).toBe(false);
    expect((await two.take('account:b', 100))?.allowed).toBe(true);
  } finally {
    await one.close();
    await two.close();
  }
});

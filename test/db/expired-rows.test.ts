import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { createPublicId } from '../../src/infra/public-id.ts';
import { createSql } from '../../src/infra/sql.ts';
import { createExpiredRows } from '../../src/modules/maintenance/expired-rows.ts';
import { openOrm } from '../support/orm.ts';
import { testDatabaseUrl } from '../support/stack/stack.ts';

const orm = await openOrm({ url: await testDatabaseUrl('expired-rows'), poolMax: 5 });

const deleteExpired = () =>
  createExpiredRows({
    sql: createSql(orm),
    clock: { now: () => new Date('2026-11-28T12:00:00Z') },
    logger: pino({ level: 'silent' }),
  }).deleteAll();
const count = async (table: string) =>
  Number((await orm.em.execute<{ n: string }[]>(`select count(*) as n from ${table}`))[0]?.n);

test('expired rows are deleted in batches, also by several processes at once; others stay', async () => {
  const [user] = await orm.em.execute<{ id: string }[]>(
    "insert into user_account (public_id, email, password_hash) values (?, 'a@example.com', 'none') returning id",
    [createPublicId('usr')],
    'all',
  );
  const addTokens = (amount: number, end: string) =>
    orm.em.execute(
      `insert into refresh_token (user_id, family_id, token_hash, family_expires_at, expires_at)
       select ?, ?::uuid, md5(? || n), ?::timestamptz, ?::timestamptz from generate_series(1, ?) n`,
      [user?.id, randomUUID(), end, end, end, amount],
    );
  await addTokens(2_500, '2026-11-20T00:00:00Z');
  // Expired an hour ago: a second use must still be detected for a day.
  await addTokens(1, '2026-11-28T11:00:00Z');
  await addTokens(1, '2026-12-20T00:00:00Z');
  await orm.em.execute(
    "insert into account_token (user_id, purpose, token_hash, email, expires_at) values (?, 'VERIFY_EMAIL', 'x', 'a', '2026-11-01'), (?, 'VERIFY_EMAIL', 'y', 'a', '2026-12-01')",
    [user?.id, user?.id],
  );
  await orm.em.execute(
    "insert into login_challenge (user_id, token_hash, expires_at) values (?, 'x', '2026-11-01')",
    [user?.id],
  );
  await orm.em.execute(
    `insert into rate_counter (key, window_start, previous, current, granted, expires_at)
     values ('old', 0, 0, 1, 1, 1), ('new', 0, 0, 1, 1, ?)`,
    [Date.parse('2026-11-28T12:00:30Z')],
  );
  await orm.em.execute('insert into plan (public_id, subject, created_at) values (?, ?, ?), (?, ?, ?)', [
    ...[createPublicId('sub'), createPublicId('org'), '2026-11-01'],
    ...[createPublicId('sub'), createPublicId('usr'), '2026-11-01'],
  ]);
  const [one, two] = await Promise.all([deleteExpired(), deleteExpired()]);
  expect(one + two).toBe(2_500 + 4);
  expect(
    await Promise.all(
      ['refresh_token', 'account_token', 'login_challenge', 'rate_counter', 'plan'].map(count),
    ),
  ).toEqual([2, 1, 0, 1, 1]);
  expect(await deleteExpired()).toBe(0);
});

import type { MikroORM } from '@mikro-orm/postgresql';
import { openOrm } from '../support/orm.ts';
import { emptyDatabaseUrl } from '../support/stack/stack.ts';

const BEFORE = 'Migration20261128084000_rate_counters';
const AFTER = 'Migration20261128085000_outbox_of_runs';

/** Event: `[dispatch, attempts, is leased]`; its first run: `[status, kind]`, or null. */
const events = {
  pending: { event: ['PENDING', 3, true], run: ['RUNNING', 'EVENT'] },
  started: { event: ['STARTED', 1, false], run: ['COMPLETED', 'EVENT'] },
  givenUp: { event: ['STORED', 8, false], run: ['FAILED', 'EVENT'] },
  draft: { event: ['STORED', 0, false], run: null },
  replayed: { event: ['STORED', 0, false], run: ['RUNNING', 'REPLAY'] },
} as const;

async function openBefore(): Promise<MikroORM> {
  const orm = await openOrm({ url: await emptyDatabaseUrl('outbox-migration'), poolMax: 2 });
  await orm.migrator.up({ to: BEFORE });
  await orm.em.execute(`
    insert into user_account (id, public_id, email, password_hash) values (1, 'usr_1', 'a@example.com', 'x');
    insert into workflow (id, public_id, owner_id, name) values (1, 'wrk_1', 1, 'w')`);
  for (const [name, { event, run }] of Object.entries(events)) {
    const [dispatch, attempts, isLeased] = event;
    await orm.em.execute(
      `insert into webhook_event
         (public_id, workflow_id, graph_version_id, payload, dispatch, dispatch_attempts, leased_until)
       values (?, 1, 1, '{}', ?, ?, case when ? then timestamptz '2026-11-28T10:00:00Z' end)`,
      [name, dispatch, attempts, isLeased],
    );
    if (run === null) continue;
    const [status, kind] = run;
    await orm.em.execute(
      `insert into run (public_id, event_id, workflow_id, graph_version_id, engine_workflow_id, status, kind, dispatch,
                        ended_at)
       select ?, id, 1, 1, public_id, ?, ?, case ? when 'REPLAY' then 'PENDING' end,
              case ? when 'RUNNING' then null else now() end
       from webhook_event where public_id = ?`,
      [name, status, kind, kind, status, name],
    );
  }
  return orm;
}

const read = (orm: MikroORM, table: string) =>
  orm.em.execute<object[]>(
    `select public_id as name, dispatch, dispatch_attempts as attempts, leased_until is not null as "isLeased"
     from ${table} order by id`,
  );

test('the outbox columns of events move to their first runs, and back', async () => {
  const orm = await openBefore();
  const before = { events: await read(orm, 'webhook_event'), runs: await read(orm, 'run') };
  await orm.migrator.up({ to: AFTER });
  expect(await read(orm, 'run')).toEqual([
    { name: 'pending', dispatch: 'PENDING', attempts: 3, isLeased: true },
    { name: 'started', dispatch: 'STARTED', attempts: 1, isLeased: false },
    { name: 'givenUp', dispatch: null, attempts: 0, isLeased: false },
    { name: 'replayed', dispatch: 'PENDING', attempts: 0, isLeased: false },
  ]);
  await orm.migrator.down({ to: BEFORE });
  expect(await read(orm, 'run')).toEqual(before.runs);
  // The attempts of a run that was given up are not kept: nothing reads them.
  const stored = before.events.map((event) =>
    'name' in event && event.name === 'givenUp' ? { ...event, attempts: 0 } : event,
  );
  expect(await read(orm, 'webhook_event')).toEqual(stored);
  await orm.close();
});

import pg from 'pg';
import { createSql } from '../../src/infra/sql.ts';
import { createCachedCounts } from '../../src/modules/workflows/cached-counts/cached-counts.ts';
import { openOrm } from '../support/orm.ts';
import { testDatabaseUrl } from '../support/stack/stack.ts';
import { until } from '../support/until.ts';

const execute = <Row extends object>(sql: string, values: unknown[] = []) =>
  orm.em.execute<Row[]>(sql, values);

const url = await testDatabaseUrl('cached-counts');
const orm = await openOrm({ url, poolMax: 4 });
const cachedCounts = createCachedCounts({ orm, sql: createSql(orm) });
await execute(
  `insert into user_account (public_id, email, password_hash) values ('usr_1', 'a@example.com', 'x')`,
);

/** A new workflow with an event and a run for every minute of the past two days; each tenth run failed. */
async function newWorkflow() {
  const [workflow] = await execute<{ id: string }>(
    `insert into workflow (public_id, owner_id, name, status, trigger_type)
     select 'wrk_' || count(*), 1, 'Workflow', 'DRAFT', 'webhook' from workflow returning id`,
  );
  const workflowId = Number(workflow?.id);
  await execute(
    `with event as (
       insert into webhook_event (public_id, workflow_id, graph_version_id, payload, received_at)
       select 'evt_' || ?::bigint || '_' || n, ?, 1, '{}', now() - make_interval(mins => n)
       from generate_series(0, 2879) n returning id, received_at
     )
     insert into run (public_id, event_id, workflow_id, graph_version_id, status, engine_workflow_id, started_at)
     select 'run_' || id, id, ?, 1, case when id % 10 = 0 then 'FAILED' else 'COMPLETED' end, 'evt_' || id, received_at
     from event`,
    [workflowId, workflowId, workflowId],
  );

  const countRows = async (list: string, condition = 'true') => {
    const [row] = await execute<{ count: number }>(
      `select count(*)::int as count from ${list} where workflow_id = ? and ${condition}`,
      [workflowId],
    );
    return row?.count;
  };

  /** The cached count of a table, if any. */
  const cached = async (list = 'run') =>
    (
      await execute<{ counts: Record<string, number>; old: boolean }>(
        `select counts, upto < now() - interval '59 minutes' as old from list_total where workflow_id = ? and list = ?`,
        [workflowId, list],
      )
    )[0];

  const expectExact = async (): Promise<void> => {
    for (const status of ['FAILED', 'COMPLETED', 'RUNNING'])
      expect(await cachedCounts.runs(workflowId, status)).toBe(
        await countRows('run', `status = '${status}'`),
      );
    expect(await cachedCounts.runs(workflowId, null)).toBe(await countRows('run'));
    expect(await cachedCounts.events(workflowId)).toBe(await countRows('webhook_event'));
  };

  return { workflowId, cached, expectExact };
}

test('old rows are counted once, by status, and young rows every time', async () => {
  const { workflowId, cached, expectExact } = await newWorkflow();
  expect(await cachedCounts.runs(workflowId, null)).toBe(2880);
  const { counts = {}, old } = (await cached()) ?? {};
  const sum = Object.values(counts).reduce((total, count) => total + count, 0);
  expect([sum, old]).toEqual([2820, true]);
  await expectExact();
});

test('a cached count grows with time, and no row is counted twice', async () => {
  const { workflowId, cached, expectExact } = await newWorkflow();
  // As if it had been cached when a third of the rows existed.
  await execute(
    `insert into list_total (workflow_id, list, upto, counts)
     select workflow_id, 'run', now() - interval '40 hours', jsonb_object_agg(status, count) from (
       select workflow_id, status, count(*) from run
       where workflow_id = ? and started_at < now() - interval '40 hours' group by 1, 2) each
     group by 1`,
    [workflowId],
  );
  expect(await cachedCounts.runs(workflowId, null)).toBe(2880);
  const { counts, old } = (await cached()) ?? {};
  expect(old).toBe(true);
  expect(Object.values(counts ?? {}).reduce((total, count) => total + count, 0)).toBe(2820);
  await expectExact();
});

test('the count of a short list is not cached', async () => {
  const { workflowId, cached, expectExact } = await newWorkflow();
  await execute(`delete from run where workflow_id = ? and started_at < now() - interval '5 hours'`, [
    workflowId,
  ]);
  await expectExact();
  expect(await cached()).toBeUndefined();
});

const old = `started_at between now() - interval '30 hours' and now() - interval '29 hours'`;
test.each([
  ['removed', `delete from run where workflow_id = ? and ${old}`],
  [
    'removed with their events',
    `delete from webhook_event where workflow_id = ? and received_at < now() - interval '29 hours'`,
  ],
  ['of another status', `update run set status = 'CANCELLED' where workflow_id = ? and ${old}`],
  ['restarted', `update run set started_at = now(), status = 'RUNNING' where workflow_id = ? and ${old}`],
])('old rows that are %s invalidate the cached count', async (_what, change) => {
  const { workflowId, cached, expectExact } = await newWorkflow();
  await cachedCounts.runs(workflowId, null);
  expect(await cached()).toBeDefined();
  await execute(change, [workflowId]);
  expect(await cached()).toBeUndefined();
  await expectExact();
});

test('changes of young rows or of other columns do not invalidate it', async () => {
  const { workflowId, cached, expectExact } = await newWorkflow();
  await cachedCounts.runs(workflowId, null);
  await execute(
    `update run set status = 'FAILED' where workflow_id = ? and started_at > now() - interval '9 minutes'`,
    [workflowId],
  );
  await execute(`update run set error = 'why' where workflow_id = ?`, [workflowId]);
  expect(await cached()).toBeDefined();
  await expectExact();
});

test('counting waits for a removal that is not committed yet', async () => {
  const { workflowId, expectExact } = await newWorkflow();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('begin');
    await client.query(`delete from run where workflow_id = ${workflowId} and ${old}`);
    const counting = cachedCounts.runs(workflowId, null);
    await until(async () => {
      const waiting = await execute(
        `select 1 from pg_stat_activity where datname = current_database() and wait_event = 'advisory'`,
      );
      return waiting.length === 1;
    });
    await client.query('commit');
    await counting;
    await expectExact();
  } finally {
    await client.end();
  }
});

test('a workflow takes its counts along', async () => {
  const { workflowId, cached } = await newWorkflow();
  await cachedCounts.runs(workflowId, null);
  await execute('delete from workflow where id = ?', [workflowId]);
  expect(await cached()).toBeUndefined();
});

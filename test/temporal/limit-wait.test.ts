import { pino } from 'pino';
import { systemClock } from '../../src/infra/clock.ts';
import { createPublicId } from '../../src/infra/public-id.ts';
import { notifyRuns } from '../../src/modules/usage/quota-notifier.ts';
import { createUsageService } from '../../src/modules/usage/usage.service.ts';
import { type RunHarness, startHarness } from '../support/runs/harness.ts';
import {
  graphOf,
  readRun,
  seedAccount,
  seedEvent,
  seedTemplate,
  seedWorkflow,
} from '../support/runs/seed.ts';
import { until } from '../support/until.ts';

let harness: RunHarness;
beforeAll(async () => {
  harness = await startHarness({ name: 'limit-wait' });
});
afterAll(() => harness.close());

const limit = (subject: string, actions: number) =>
  harness.sql(
    {
      name: 'test_plan',
      text: `insert into plan (public_id, subject, action_limit) values ($1, $2, $3)
             on conflict (subject) do update set action_limit = excluded.action_limit`,
    },
    [createPublicId('sub'), subject, actions],
  );
const wake = () =>
  notifyRuns({
    sql: harness.sql,
    temporal: harness.temporal,
    clock: systemClock,
    logger: pino({ level: 'silent' }),
    usage: createUsageService({ sql: harness.sql, clock: systemClock }),
  });

test('runs at the limit wait, as many go on as the quota allows, and each document counts once', async () => {
  const { id: ownerId, accountId } = await seedAccount(harness);
  await limit(accountId, 1);
  const templateId = await seedTemplate(harness, { ownerId, fields: ['Name'] });
  const graph = graphOf(
    {
      start: { type: 'webhookTrigger' },
      fill: { type: 'templateNode', data: { templateId, fieldMappings: { Name: 'event.name' } } },
    },
    ['start>fill'],
  );
  const workflowId = await seedWorkflow(harness, { ownerId, graph });
  const events: string[] = [];
  for (const name of ['Ada', 'Bob', 'Cem'])
    events.push(await seedEvent(harness, { workflowId, payload: { name } }));
  for (const eventId of events) harness.dispatch(eventId);
  const statuses = async () =>
    (await Promise.all(events.map((id) => readRun(harness, id)))).map((run) => run.status);
  const settled = (expected: string[]) =>
    until(async () => JSON.stringify((await statuses()).sort()) === JSON.stringify(expected));

  await settled(['COMPLETED', 'WAITING', 'WAITING']);
  // No quota: no run is notified.
  await wake();
  expect((await statuses()).sort()).toEqual(['COMPLETED', 'WAITING', 'WAITING']);
  const waiting = (await Promise.all(events.map((id) => readRun(harness, id)))).find(
    (run) => run.status === 'WAITING',
  );
  expect(waiting?.documents).toEqual([]);

  await limit(accountId, 2);
  await wake();
  await settled(['COMPLETED', 'COMPLETED', 'WAITING']);
  await limit(accountId, 10);
  await wake();
  await settled(['COMPLETED', 'COMPLETED', 'COMPLETED']);
  const runs = await Promise.all(events.map((id) => readRun(harness, id)));
  expect(runs.map((run) => [run.documents.length, run.actions, run.nodes.fill?.error])).toEqual(
    runs.map(() => [1, 1, null]),
  );
  const [counter] = await harness.sql<{ charged: number; reserved: number }>(
    { name: 'test_counter', text: 'select charged, reserved from usage_counter where subject = $1' },
    [accountId],
  );
  expect(counter).toEqual({ charged: 3, reserved: 0 });
  expect(await harness.sql({ name: 'test_waits', text: 'select 1 from limit_wait' }, [])).toEqual([]);
});

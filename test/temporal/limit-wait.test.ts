import { pino } from 'pino';
import { systemClock } from '../../src/infra/clock.ts';
import { createPublicId } from '../../src/infra/public-id.ts';
import { notifyRuns } from '../../src/modules/usage/quota-notifier.ts';
import { createUsageService } from '../../src/modules/usage/usage.service.ts';
import { startHarness } from '../support/runs/harness.ts';
import { openOperator } from '../support/runs/operator.ts';
import {
  finishedRun,
  graphOf,
  readRun,
  seedAccount,
  seedEvent,
  seedTemplate,
  seedWorkflow,
} from '../support/runs/seed.ts';
import { until } from '../support/until.ts';

const operator = await openOperator();
const harness = await startHarness({ name: 'limit-wait' });

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

describe('a loop that waits for quota', () => {
  const ITEMS = 110;
  /** Activities of a loop that are open at once. */
  const AT_ONCE = 96;

  test('has one timer for all its items, and a limit stops the items that have not begun', async () => {
    const { id: ownerId, accountId } = await seedAccount(harness);
    await limit(accountId, 0);
    const templateId = await seedTemplate(harness, { ownerId, fields: ['Name'] });
    const graph = graphOf(
      {
        start: { type: 'webhookTrigger' },
        each: { type: 'forEachNode', data: { items: 'event.names' } },
        fill: { type: 'templateNode', data: { templateId, fieldMappings: { Name: 'item' } } },
      },
      ['start>each', 'each>fill'],
    );
    const workflowId = await seedWorkflow(harness, { ownerId, graph });
    const names = Array.from({ length: ITEMS }, (_, index) => `Ada ${index}`);
    const eventId = await seedEvent(harness, { workflowId, payload: { names } });
    const chunk = operator.client.workflow.getHandle(`${eventId}/1/0`);
    const count = async () => {
      const events = (await chunk.fetchHistory()).events ?? [];
      const of = (attributes: keyof (typeof events)[number]) =>
        events.filter((event) => event[attributes] != null).length;
      return {
        // Without the one that reads the items.
        tries: of('activityTaskScheduledEventAttributes') - 1,
        ended: of('activityTaskCompletedEventAttributes') + of('activityTaskFailedEventAttributes') - 1,
        timers: of('timerStartedEventAttributes'),
      };
    };
    const isWaiting = async (timers: number) => {
      const counted = await count().catch(() => null);
      return counted !== null && counted.timers === timers && counted.tries === counted.ended;
    };

    harness.dispatch(eventId);
    await until(() => isWaiting(1));
    expect((await count()).tries).toBeLessThanOrEqual(AT_ONCE);
    // A signal that finds no quota.
    await harness.temporal.signalQuotaAvailable(eventId);
    await until(() => isWaiting(2));
    expect((await count()).tries).toBeLessThanOrEqual(2 * AT_ONCE);

    await limit(accountId, ITEMS);
    await wake();
    await until(async () => (await readRun(harness, eventId)).status === 'COMPLETED');
    expect(await finishedRun(harness, eventId)).toMatchObject({ actions: ITEMS });
  });
});

import { pino } from 'pino';
import { systemClock } from '../../src/infra/clock.ts';
import { createPublicId } from '../../src/infra/public-id.ts';
import { wakeRuns } from '../../src/modules/usage/limit-waker.ts';
import { createUsageService } from '../../src/modules/usage/usage.service.ts';
import { until } from '../support/until.ts';
import { type RunRig, startRig } from './run-rig.ts';
import { graphOf, readRun, seedAccount, seedEvent, seedTemplate, seedWorkflow } from './seed.ts';

let rig: RunRig;
beforeAll(async () => {
  rig = await startRig({ name: 'limit-wait' });
});
afterAll(() => rig.close());

const limit = (subject: string, actions: number) =>
  rig.sql(
    {
      name: 'test_plan',
      text: `insert into plan (public_id, subject, action_limit) values ($1, $2, $3)
             on conflict (subject) do update set action_limit = excluded.action_limit`,
    },
    [createPublicId('sub'), subject, actions],
  );
const wake = () =>
  wakeRuns({
    ...{ sql: rig.sql, engine: rig.engine, clock: systemClock, logger: pino({ level: 'silent' }) },
    usage: createUsageService({ sql: rig.sql, clock: systemClock }),
  });

test('runs at the limit wait, as many go on as there is room for, and each document counts once', async () => {
  const { id: ownerId, accountId } = await seedAccount(rig);
  await limit(accountId, 1);
  const templateId = await seedTemplate(rig, { ownerId, fields: ['Name'] });
  const graph = graphOf(
    {
      start: { type: 'webhookTrigger' },
      fill: { type: 'templateNode', data: { templateId, fieldMappings: { Name: 'event.name' } } },
    },
    ['start>fill'],
  );
  const workflowId = await seedWorkflow(rig, { ownerId, graph });
  const events: string[] = [];
  for (const name of ['Ada', 'Bob', 'Cem'])
    events.push(await seedEvent(rig, { workflowId, payload: { name } }));
  for (const eventId of events) rig.dispatcher.dispatch(eventId);
  const statuses = async () =>
    (await Promise.all(events.map((id) => readRun(rig, id)))).map((run) => run.status);
  const settled = (expected: string[]) =>
    until(async () => JSON.stringify((await statuses()).sort()) === JSON.stringify(expected));

  await settled(['COMPLETED', 'WAITING', 'WAITING']);
  // No room: nobody is told.
  await wake();
  expect((await statuses()).sort()).toEqual(['COMPLETED', 'WAITING', 'WAITING']);
  const waiting = (await Promise.all(events.map((id) => readRun(rig, id)))).find(
    (run) => run.status === 'WAITING',
  );
  expect(waiting?.documents).toEqual([]);

  await limit(accountId, 2);
  await wake();
  await settled(['COMPLETED', 'COMPLETED', 'WAITING']);
  await limit(accountId, 10);
  await wake();
  await settled(['COMPLETED', 'COMPLETED', 'COMPLETED']);
  const runs = await Promise.all(events.map((id) => readRun(rig, id)));
  expect(runs.map((run) => [run.documents.length, run.actions, run.nodes.fill?.error])).toEqual(
    runs.map(() => [1, 1, null]),
  );
  const [counter] = await rig.sql<{ charged: number; reserved: number }>(
    { name: 'test_counter', text: 'select charged, reserved from usage_counter where subject = $1' },
    [accountId],
  );
  expect(counter).toEqual({ charged: 3, reserved: 0 });
  expect(await rig.sql({ name: 'test_waits', text: 'select 1 from limit_wait' }, [])).toEqual([]);
});

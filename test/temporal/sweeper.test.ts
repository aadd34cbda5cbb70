import { pino } from 'pino';
import { withKind } from '../../src/infra/public-id.ts';
import { createTemporalClient } from '../../src/infra/temporal/temporal-client.ts';
import { createDispatcher } from '../../src/modules/runs/dispatch/dispatcher.ts';
import { reconcileRuns } from '../../src/modules/runs/dispatch/reconciler.ts';
import { createSweeper, sweepOutbox } from '../../src/modules/runs/dispatch/sweeper.ts';
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
const harness = await startHarness({ name: 'sweeper' });
const { id: ownerId } = await seedAccount(harness);
const templateId = await seedTemplate(harness, { ownerId, fields: ['Name'] });
const fill = { type: 'templateNode', data: { templateId, fieldMappings: { Name: 'event.name' } } };
const workflowId = await seedWorkflow(harness, {
  ownerId,
  graph: graphOf({ start: { type: 'webhookTrigger' }, fill }, ['start>fill']),
});

const accept = () => seedEvent(harness, { workflowId, payload: { name: 'Ada' } });
const parts = () => ({ ...harness, logger: harness.services.logger });
const dispatchOf = async (eventId: string) => {
  const [row] = await harness.sql<{ dispatch: string; attempts: number; held: boolean }>(
    {
      name: 'seen_dispatch',
      text: `select dispatch, dispatch_attempts as attempts, coalesce(greatest(leased_until, retry_at) > now(), false) as held
             from run where public_id = $1`,
    },
    [withKind('run', eventId)],
  );
  return row;
};
const lease = (eventId: string, seconds: number) =>
  harness.sql(
    {
      name: 'set_lease',
      text: 'update run set leased_until = now() + make_interval(secs => $2::float8), retry_at = null where public_id = $1',
    },
    [withKind('run', eventId), seconds],
  );

test('a committed run that was never started is found and started', async () => {
  const eventId = await accept();
  const sweeper = createSweeper(parts(), { intervalMs: 50 });
  sweeper.start();
  expect(await finishedRun(harness, eventId)).toMatchObject({ status: 'COMPLETED', actions: 1 });
  await until(async () => (await dispatchOf(eventId))?.dispatch === 'STARTED');
  await sweeper.close();
});

test('a leased run is left alone until its lease ends', async () => {
  const eventId = await accept();
  await lease(eventId, 3_600);
  await sweepOutbox(parts());
  expect(await dispatchOf(eventId)).toMatchObject({ dispatch: 'PENDING', attempts: 0 });
  await lease(eventId, -1);
  await sweepOutbox(parts());
  expect(await finishedRun(harness, eventId)).toMatchObject({ status: 'COMPLETED' });
});

test('concurrent claims never lease the same run', async () => {
  const accepted = await Promise.all(Array.from({ length: 12 }, accept));
  const runIds = accepted.map((eventId) => withKind('run', eventId));
  const claim = () => harness.outbox.claim({ limit: 100, bulkSlots: 0, leaseSeconds: 60 });
  const claims = await Promise.all([claim(), claim(), claim()]);
  expect(
    claims
      .flat()
      .map(({ runId }) => runId)
      .sort(),
  ).toEqual([...runIds].sort());
  await harness.outbox.release(runIds);
  while (await sweepOutbox(parts()));
  for (const eventId of accepted)
    expect(await finishedRun(harness, eventId)).toMatchObject({ status: 'COMPLETED', actions: 1 });
});

test('while Temporal is unreachable runs stay pending without a lease, and the rest of the batch is not attempted', async () => {
  const accepted = await Promise.all(Array.from({ length: 12 }, accept));
  // No server listens on port 1: the error is that of a Temporal that is down.
  const gone = createTemporalClient({
    address: '127.0.0.1:1',
    namespace: 'default',
    taskQueue: harness.taskQueue,
  });
  let tries = 0;
  const temporal = {
    ...gone,
    startRun: (input: Parameters<typeof gone.startRun>[0]) => {
      tries++;
      return gone.startRun(input);
    },
  };
  const dispatcher = createDispatcher({ ...parts(), temporal });
  expect(await sweepOutbox({ ...parts(), dispatcher })).toBe('failed');
  await gone.close();
  expect(tries).toBeLessThan(accepted.length);
  for (const eventId of accepted) {
    expect(await dispatchOf(eventId)).toMatchObject({ dispatch: 'PENDING', held: false, attempts: 0 });
  }
  await sweepOutbox(parts());
  for (const eventId of accepted)
    expect(await finishedRun(harness, eventId)).toMatchObject({ status: 'COMPLETED', actions: 1 });
});

test('a rejected run waits longer after each attempt and does not delay others', async () => {
  const poison = await accept();
  const good = await accept();
  const temporal = {
    ...harness.temporal,
    startRun: async (input: Parameters<typeof harness.temporal.startRun>[0]) => {
      if (input.eventId === poison) throw new Error('rejected');
      return harness.temporal.startRun(input);
    },
  };
  const dispatcher = createDispatcher({ ...parts(), temporal });
  await sweepOutbox({ ...parts(), dispatcher });
  expect(await finishedRun(harness, good)).toMatchObject({ status: 'COMPLETED' });
  expect(await dispatchOf(poison)).toMatchObject({ dispatch: 'PENDING', attempts: 1, held: true });
  await lease(poison, -1);
  await sweepOutbox(parts());
  expect(await finishedRun(harness, poison)).toMatchObject({ status: 'COMPLETED' });
});

test('a run that Temporal will never accept fails with the reason, and its event is kept', async () => {
  const eventId = await accept();
  // Temporal rejects names of this length at every attempt.
  const place = { address: harness.workspace.temporalAddress, namespace: 'default' };
  const temporal = createTemporalClient({ ...place, taskQueue: 'q'.repeat(2_000) });
  const dispatcher = createDispatcher({ ...parts(), temporal });
  let tries = 0;
  while ((await dispatchOf(eventId))?.dispatch === 'PENDING') {
    expect(await readRun(harness, eventId)).toMatchObject({ status: 'RUNNING' });
    expect(++tries).toBeLessThan(20);
    await lease(eventId, -1);
    await sweepOutbox({ ...parts(), dispatcher });
  }
  await temporal.close();
  expect(tries).toBeGreaterThan(3);
  expect(await readRun(harness, eventId)).toMatchObject({
    status: 'FAILED',
    error: expect.stringMatching(/rejected the start of the run.*length/i),
    workflowStatus: 'ACTIVE',
  });
  expect(await dispatchOf(eventId)).toMatchObject({ dispatch: null, held: false });
  await sweepOutbox(parts());
  expect(await dispatchOf(eventId)).toMatchObject({ dispatch: null });
});

test('a rejection that an operator can fix never ends a run', async () => {
  const eventId = await accept();
  const connection = { address: harness.workspace.temporalAddress };
  const temporal = createTemporalClient({
    ...connection,
    namespace: 'nowhere',
    taskQueue: harness.taskQueue,
  });
  const dispatcher = createDispatcher({ ...parts(), temporal });
  for (let tries = 0; tries < 12; tries++) {
    await lease(eventId, -1);
    await sweepOutbox({ ...parts(), dispatcher });
  }
  await temporal.close();
  expect(await dispatchOf(eventId)).toMatchObject({ dispatch: 'PENDING' });
  await lease(eventId, -1);
  await sweepOutbox(parts());
  expect(await finishedRun(harness, eventId)).toMatchObject({ status: 'COMPLETED' });
});

test('a run that Temporal has lost is started again and makes no second document', async () => {
  const eventId = await accept();
  await sweepOutbox(parts());
  const before = await finishedRun(harness, eventId);
  await harness.sql(
    {
      name: 'reopen',
      text: "update run set status = 'RUNNING', ended_at = null where engine_workflow_id = $1",
    },
    [eventId],
  );
  await until(async () => (await dispatchOf(eventId))?.dispatch === 'STARTED');
  // As after a loss of Temporal's data: the run is unknown and accepted as new.
  const temporal = {
    ...harness.temporal,
    findStatus: async () => null,
    startRun: async (input: Parameters<typeof harness.temporal.startRun>[0]) => {
      const { taskQueue } = harness;
      await operator.client.workflow.start('runGraph', {
        workflowId: `again-${eventId}`,
        taskQueue,
        args: [input],
      });
      return true;
    },
  };
  await reconcileRuns({ ...parts(), temporal }, 0);
  expect(await dispatchOf(eventId)).toMatchObject({ dispatch: 'PENDING' });
  const dispatcher = createDispatcher({ ...parts(), temporal });
  await sweepOutbox({ ...parts(), dispatcher });
  const after = await finishedRun(harness, eventId);
  expect(after).toMatchObject({ status: 'COMPLETED', actions: 1, documents: before.documents });
});

test('a run that an operator terminated is ended here too', async () => {
  const eventId = await accept();
  await operator.client.workflow.start('runGraph', {
    workflowId: eventId,
    taskQueue: `unserved-${eventId}`,
    args: [],
  });
  await operator.client.workflow.getHandle(eventId).terminate('by hand');
  await harness.outbox.markStarted([withKind('run', eventId)]);
  await reconcileRuns(parts(), 0);
  expect(await readRun(harness, eventId)).toMatchObject({
    status: 'FAILED',
    error: expect.stringMatching(/TERMINATED/),
  });
});

test('a run that ends while it is compared keeps its end, without a warning', async () => {
  const eventId = await accept();
  await sweepOutbox(parts());
  await finishedRun(harness, eventId);
  await until(async () => (await dispatchOf(eventId))?.dispatch === 'STARTED');
  const setEnd = (ended: boolean) =>
    harness.sql(
      {
        name: 'set_end',
        text: 'update run set ended_at = case when $2::bool then now() end where engine_workflow_id = $1',
      },
      [eventId, ended],
    );
  await setEnd(false);
  const temporal = {
    ...harness.temporal,
    findStatus: async (id: string) => {
      if (id === eventId) await setEnd(true);
      return harness.temporal.findStatus(id);
    },
  };
  const lines: string[] = [];
  const logger = pino({ level: 'warn' }, { write: (line) => void lines.push(line) });
  await reconcileRuns({ ...parts(), temporal, logger }, 0);
  expect(await readRun(harness, eventId)).toMatchObject({ status: 'COMPLETED', error: null });
  expect(lines.filter((line) => line.includes(eventId))).toEqual([]);
});

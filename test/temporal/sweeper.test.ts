import { pino } from 'pino';
import { createEngine } from '../../src/infra/temporal/engine.ts';
import { createDispatcher } from '../../src/modules/runs/dispatch/dispatcher.ts';
import { compareOpenRuns, createSweeper, sweepOutbox } from '../../src/modules/runs/dispatch/sweeper.ts';
import { type RunHarness, startHarness } from '../support/runs/harness.ts';
import { type Operator, openOperator } from '../support/runs/operator.ts';
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

let harness: RunHarness;
let operator: Operator;
let workflowId: string;

beforeAll(async () => {
  operator = await openOperator();
  harness = await startHarness({ name: 'sweeper' });
  const { id: ownerId } = await seedAccount(harness);
  const templateId = await seedTemplate(harness, { ownerId, fields: ['Name'] });
  const fill = { type: 'templateNode', data: { templateId, fieldMappings: { Name: 'event.name' } } };
  workflowId = await seedWorkflow(harness, {
    ownerId,
    graph: graphOf({ start: { type: 'webhookTrigger' }, fill }, ['start>fill']),
  });
});
afterAll(async () => {
  await operator.close();
  await harness.close();
});

const accept = () => seedEvent(harness, { workflowId, payload: { name: 'Ada' } });
const parts = () => ({ ...harness, logger: harness.services.logger });
const dispatchOf = async (eventId: string) => {
  const [row] = await harness.sql<{ dispatch: string; attempts: number; held: boolean }>(
    {
      name: 'seen_dispatch',
      text: `select dispatch, dispatch_attempts as attempts, coalesce(leased_until > now(), false) as held
             from webhook_event where public_id = $1`,
    },
    [eventId],
  );
  return row;
};
const lease = (eventId: string, seconds: number) => harness.events.release([eventId], seconds);

test('an event that was committed and never started is found and run', async () => {
  const eventId = await accept();
  const sweeper = createSweeper(parts(), { intervalMs: 50 });
  sweeper.start();
  expect(await finishedRun(harness, eventId)).toMatchObject({ status: 'COMPLETED', actions: 1 });
  await until(async () => (await dispatchOf(eventId))?.dispatch === 'STARTED');
  await sweeper.close();
});

test('an event somebody holds is left alone until its lease ends', async () => {
  const eventId = await accept();
  await lease(eventId, 3_600);
  await sweepOutbox(parts());
  expect(await dispatchOf(eventId)).toMatchObject({ dispatch: 'PENDING', attempts: 0 });
  await lease(eventId, -1);
  await sweepOutbox(parts());
  expect(await finishedRun(harness, eventId)).toMatchObject({ status: 'COMPLETED' });
});

test('two sweepers never hold the same event', async () => {
  const accepted = await Promise.all(Array.from({ length: 12 }, accept));
  const claims = await Promise.all([
    harness.events.claim(100, 60),
    harness.events.claim(100, 60),
    harness.events.claim(100, 60),
  ]);
  expect(
    claims
      .flat()
      .map(({ eventId }) => eventId)
      .sort(),
  ).toEqual([...accepted].sort());
  await harness.events.release(accepted, -1);
  while (await sweepOutbox(parts()));
  for (const eventId of accepted)
    expect(await finishedRun(harness, eventId)).toMatchObject({ status: 'COMPLETED', actions: 1 });
});

test('while the engine is away events wait, unleased, and the rest of the batch is not even tried', async () => {
  const accepted = await Promise.all(Array.from({ length: 12 }, accept));
  // Nobody listens on port 1, so this is what an engine that is down really says.
  const gone = createEngine({
    address: '127.0.0.1:1',
    namespace: 'default',
    taskQueue: harness.taskQueue,
  });
  let tries = 0;
  const engine = {
    ...gone,
    startRun: (input: Parameters<typeof gone.startRun>[0]) => {
      tries++;
      return gone.startRun(input);
    },
  };
  const dispatcher = createDispatcher({ ...parts(), engine, dataNodesAs: 'local-activities' });
  expect(await sweepOutbox({ ...parts(), engine, dispatcher })).toBe('in vain');
  await gone.close();
  expect(tries).toBeLessThan(accepted.length);
  for (const eventId of accepted) {
    expect(await dispatchOf(eventId)).toMatchObject({ dispatch: 'PENDING', held: false });
  }
  await sweepOutbox(parts());
  for (const eventId of accepted)
    expect(await finishedRun(harness, eventId)).toMatchObject({ status: 'COMPLETED', actions: 1 });
});

test('an event the engine refuses waits longer each time and does not hold up others', async () => {
  const poison = await accept();
  const good = await accept();
  const engine = {
    ...harness.engine,
    startRun: async (input: Parameters<typeof harness.engine.startRun>[0]) => {
      if (input.eventId === poison) throw new Error('refused');
      return harness.engine.startRun(input);
    },
  };
  const dispatcher = createDispatcher({ ...parts(), engine, dataNodesAs: 'local-activities' });
  await sweepOutbox({ ...parts(), engine, dispatcher });
  expect(await finishedRun(harness, good)).toMatchObject({ status: 'COMPLETED' });
  expect(await dispatchOf(poison)).toMatchObject({ dispatch: 'PENDING', attempts: 1, held: true });
  await lease(poison, -1);
  await sweepOutbox(parts());
  expect(await finishedRun(harness, poison)).toMatchObject({ status: 'COMPLETED' });
});

test('an event the engine will never take ends as a failed run that says why, and is kept', async () => {
  const eventId = await accept();
  // The engine refuses names of this length, however often it is asked.
  const connection = { address: harness.workspace.temporalAddress, namespace: 'default' };
  const engine = createEngine({ ...connection, taskQueue: 'q'.repeat(2_000) });
  const dispatcher = createDispatcher({ ...parts(), engine, dataNodesAs: 'local-activities' });
  let tries = 0;
  while ((await dispatchOf(eventId))?.dispatch === 'PENDING') {
    expect(await readRun(harness, eventId)).toMatchObject({ status: 'RUNNING' });
    expect(++tries).toBeLessThan(20);
    await lease(eventId, -1);
    await sweepOutbox({ ...parts(), engine, dispatcher });
  }
  await engine.close();
  expect(tries).toBeGreaterThan(3);
  expect(await readRun(harness, eventId)).toMatchObject({
    status: 'FAILED',
    error: expect.stringMatching(/refused to start the run.*length/i),
    workflowStatus: 'ACTIVE',
  });
  expect(await dispatchOf(eventId)).toMatchObject({ dispatch: 'STORED', held: false });
  await sweepOutbox(parts());
  expect(await dispatchOf(eventId)).toMatchObject({ dispatch: 'STORED' });
});

test('a refusal an operator can mend is never the end of an event', async () => {
  const eventId = await accept();
  const connection = { address: harness.workspace.temporalAddress };
  const engine = createEngine({ ...connection, namespace: 'nowhere', taskQueue: harness.taskQueue });
  const dispatcher = createDispatcher({ ...parts(), engine, dataNodesAs: 'local-activities' });
  for (let tries = 0; tries < 12; tries++) {
    await lease(eventId, -1);
    await sweepOutbox({ ...parts(), engine, dispatcher });
  }
  await engine.close();
  expect(await dispatchOf(eventId)).toMatchObject({ dispatch: 'PENDING' });
  await lease(eventId, -1);
  await sweepOutbox(parts());
  expect(await finishedRun(harness, eventId)).toMatchObject({ status: 'COMPLETED' });
});

test('a run the engine has lost is started again and makes no second document', async () => {
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
  // As after a loss of the engine's data: it knows nothing of the run and takes it as new.
  const engine = {
    ...harness.engine,
    findStatus: async () => null,
    startRun: async (input: Parameters<typeof harness.engine.startRun>[0]) => {
      const { taskQueue } = harness;
      await operator.client.workflow.start('runGraph', {
        workflowId: `again-${eventId}`,
        taskQueue,
        args: [input],
      });
      return true;
    },
  };
  await compareOpenRuns({ ...parts(), engine }, 0);
  expect(await dispatchOf(eventId)).toMatchObject({ dispatch: 'PENDING' });
  const dispatcher = createDispatcher({ ...parts(), engine, dataNodesAs: 'local-activities' });
  await sweepOutbox({ ...parts(), engine, dispatcher });
  const after = await finishedRun(harness, eventId);
  expect(after).toMatchObject({ status: 'COMPLETED', actions: 1, documents: before.documents });
});

test('a run an operator terminated is closed here too', async () => {
  const eventId = await accept();
  await operator.client.workflow.start('runGraph', {
    workflowId: eventId,
    taskQueue: `nobody-${eventId}`,
    args: [],
  });
  await operator.client.workflow.getHandle(eventId).terminate('by hand');
  await harness.events.markStarted([eventId]);
  await compareOpenRuns(parts(), 0);
  expect(await readRun(harness, eventId)).toMatchObject({
    status: 'FAILED',
    error: expect.stringMatching(/TERMINATED/),
  });
});

test('a run that ends while it is compared stays as it ended, and nobody is alarmed', async () => {
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
  const engine = {
    ...harness.engine,
    findStatus: async (id: string) => {
      if (id === eventId) await setEnd(true);
      return harness.engine.findStatus(id);
    },
  };
  const lines: string[] = [];
  const logger = pino({ level: 'warn' }, { write: (line) => void lines.push(line) });
  await compareOpenRuns({ ...parts(), engine, logger }, 0);
  expect(await readRun(harness, eventId)).toMatchObject({ status: 'COMPLETED', error: null });
  expect(lines.filter((line) => line.includes(eventId))).toEqual([]);
});

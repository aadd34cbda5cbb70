import { Client } from '@temporalio/client';
import { NativeConnection } from '@temporalio/worker';
import { createOrm } from '../../src/database/orm.ts';
import { systemClock } from '../../src/infra/clock.ts';
import { keepUpkeepSchedule, upkeepNames } from '../../src/infra/temporal/upkeep-schedule.ts';
import { createOrphanDocuments } from '../../src/modules/maintenance/orphan-documents.ts';
import { createRetention } from '../../src/modules/maintenance/retention.ts';
import { loadWorkflowBundle } from '../../workers/bundle.ts';
import { startWorker } from '../../workers/worker.ts';
import { type RunHarness, startHarness } from '../support/runs/harness.ts';
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

const DAY_MS = 24 * 60 * 60 * 1000;
const fresh = () => createPair(0);
let harness: RunHarness;
let orm: Awaited<ReturnType<typeof createOrm>>;
let workflowId: string;

beforeAll(async () => {
  harness = await startHarness({ name: 'upkeep' });
  orm = await createOrm({ url: harness.workspace.databaseUrl, poolMax: 4 });
  const { id: ownerId } = await seedAccount(harness);
  const templateId = await seedTemplate(harness, { ownerId, fields: ['Name'] });
  const fill = { type: 'templateNode', data: { templateId, fieldMappings: { Name: 'event.name' } } };
  workflowId = await seedWorkflow(harness, {
    ownerId,
    graph: graphOf({ start: { type: 'webhookTrigger' }, fill }, ['start>fill']),
  });
});
afterAll(async () => {
  await orm.close();
  await harness.close();
});

/** Retention and the sweep as they are in so many days. */
function createPair(inDays: number) {
  const { storage, sql, services } = harness;
  const clock = { now: () => new Date(systemClock.now().getTime() + inDays * DAY_MS) };
  const deps = { orm, storage, sql, clock, logger: services.logger };
  return { retention: createRetention({ ...deps, days: 90 }), orphanDocuments: createOrphanDocuments(deps) };
}

const accept = () => seedEvent(harness, { workflowId, payload: { name: 'Ada' } });
const run = async () => {
  const eventId = await accept();
  harness.dispatch(eventId);
  return { eventId, seen: await finishedRun(harness, eventId) };
};
const count = async (table: string, where = 'true') => {
  const text = `select count(*)::int as count from ${table} where ${where}`;
  const [row] = await harness.sql<{ count: number }>({ name: `count ${text}`.slice(0, 63), text }, []);
  return row?.count;
};
const execute = (text: string) => orm.em.fork().execute(text);
const prune = async ({ retention }: ReturnType<typeof createPair>) => {
  while (await retention.pruneBatch());
};

test('what is older than its time goes with its documents and files, what it counted stays', async () => {
  const { eventId, seen } = await run();
  const key = seen.documents[0]?.storageKey ?? '';
  await execute(`insert into webhook_event (public_id, workflow_id, graph_version_id, payload)
                 select 'evt_stored_by_a_draft', workflow_id, graph_version_id, '{}' from webhook_event limit 1`);
  await prune(createPair(89));
  expect(await readRun(harness, eventId)).toMatchObject({ status: 'COMPLETED' });
  expect(await harness.storage.find(key)).not.toBeNull();
  await prune(createPair(91));
  expect(await harness.storage.find(key)).toBeNull();
  for (const table of ['webhook_event', 'run', 'run_node', 'document']) expect(await count(table)).toBe(0);
  expect(await count('usage_entry')).toBe(1);
  expect(await count('template_version')).toBe(1);
});

test.each([
  ['still runs', `update run set ended_at = null, status = 'RUNNING'`],
  ['waits', `update run set ended_at = null, status = 'WAITING'`],
  ['has not been started', `update run set ended_at = null, status = 'RUNNING', dispatch = 'PENDING'`],
  ['was replayed and ended lately', `update run set ended_at = now() + interval '50 days'`],
])('what %s is never removed, however old', async (_what, change) => {
  const { eventId, seen } = await run();
  await execute(change);
  await prune(createPair(91));
  expect(await readRun(harness, eventId)).toMatchObject({ documents: seen.documents });
  expect(await harness.storage.find(seen.documents[0]?.storageKey ?? '')).not.toBeNull();
  await execute(`update run set ended_at = now(), status = 'COMPLETED', dispatch = 'STARTED'`);
  await prune(createPair(91));
  expect(await count('webhook_event')).toBe(0);
});

test('two that prune at once remove each event once, and more than a batch of them', async () => {
  const { eventId } = await run();
  await execute(`insert into webhook_event (public_id, workflow_id, graph_version_id, payload)
                 select 'evt_many_' || n, workflow_id, graph_version_id, '{}'
                 from webhook_event, generate_series(1, 450) n where public_id = '${eventId}'`);
  await Promise.all([prune(createPair(91)), prune(createPair(91))]);
  expect(await count('webhook_event')).toBe(0);
});

test('a file no document names is removed after a day; a file whose removal failed is found like that', async () => {
  const { seen } = await run();
  const stray = `documents/doc_${'0'.repeat(26)}.pdf`;
  await harness.storage.put(stray, Buffer.from('x'));
  await harness.storage.put('documents/of-an-operator.pdf', Buffer.from('x'));
  expect(await fresh().orphanDocuments.sweep()).toBe(0);
  expect(await createPair(2).orphanDocuments.sweep()).toBe(1);
  expect(await harness.storage.find(stray)).toBeNull();
  expect(await harness.storage.find('documents/of-an-operator.pdf')).not.toBeNull();
  const key = seen.documents[0]?.storageKey ?? '';
  const broken = { delete: () => Promise.reject(new Error('away')) };
  const { logger } = harness.services;
  const clock = { now: () => new Date(Date.now() + 91 * DAY_MS) };
  await createRetention({ orm, storage: broken, clock, logger, days: 90 }).pruneBatch();
  expect(await count('document')).toBe(0);
  expect(await harness.storage.find(key)).not.toBeNull();
  expect(await createPair(2).orphanDocuments.sweep()).toBe(1);
  expect(await harness.storage.find(key)).toBeNull();
});

test('a schedule in the engine starts upkeep; asking for it twice keeps one', async () => {
  const { temporalAddress: address } = harness.workspace;
  const connection = await NativeConnection.connect({ address });
  const client = new Client({ connection });
  const taskQueue = `${harness.taskQueue}-upkeep`;
  const { eventId } = await run();
  const worker = await startWorker({
    services: harness.services,
    upkeep: createPair(91),
    connection,
    namespace: 'default',
    taskQueue,
    cacheFolder: `${harness.workspace.folder}/bundles`,
  });
  await keepUpkeepSchedule(client, taskQueue);
  await keepUpkeepSchedule(client, taskQueue);
  const handle = client.schedule.getHandle(upkeepNames.schedule(taskQueue));
  const { spec, policies } = await handle.describe();
  expect([spec.intervals?.map(({ every }) => every), policies.overlap]).toEqual([[3_600_000], 'SKIP']);
  await handle.trigger();
  await until(async () => (await count('webhook_event', `public_id = '${eventId}'`)) === 0);
  await until(async () => (await handle.describe()).info.runningActions.length === 0);
  await handle.delete();
  await worker.shutdown();
  await connection.close();
});

test('upkeep is part of the bundle', async () => {
  expect((await loadWorkflowBundle(`${harness.workspace.folder}/bundles`)).code).toContain('pruneExpired');
});

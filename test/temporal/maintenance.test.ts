import { Client } from '@temporalio/client';
import { NativeConnection } from '@temporalio/worker';
import { ulid } from 'ulid';
import { systemClock } from '../../src/infra/clock.ts';
import {
  ensureMaintenanceSchedule,
  maintenanceNames,
} from '../../src/infra/temporal/maintenance-schedule.ts';
import { createMaintenance, type Maintenance } from '../../src/modules/maintenance/maintenance.module.ts';
import { createRetention } from '../../src/modules/maintenance/retention.ts';
import { loadWorkflowBundle } from '../../workers/bundle.ts';
import { startWorker } from '../../workers/worker.ts';
import { openOrm } from '../support/orm.ts';
import { startHarness } from '../support/runs/harness.ts';
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

const harness = await startHarness({ name: 'maintenance' });
const orm = await openOrm({ url: harness.workspace.databaseUrl, poolMax: 4 });
const { id: ownerId } = await seedAccount(harness);
const templateId = await seedTemplate(harness, { ownerId, fields: ['Name'] });
const fill = { type: 'templateNode', data: { templateId, fieldMappings: { Name: 'event.name' } } };
const workflowId = await seedWorkflow(harness, {
  ownerId,
  graph: graphOf({ start: { type: 'webhookTrigger' }, fill }, ['start>fill']),
});

/** Maintenance as it works in so many days. */
function maintenanceIn(days: number): Maintenance {
  const { storage, sql, services } = harness;
  const clock = { now: () => new Date(systemClock.now().getTime() + days * DAY_MS) };
  return createMaintenance({ orm, storage, sql, clock, logger: services.logger, retentionDays: 90 });
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
const deleteExpired = async ({ retention }: Maintenance) => {
  while (await retention.deleteBatch());
};

test('expired events are deleted with their documents and files, but their usage is kept', async () => {
  const { eventId, seen } = await run();
  const key = seen.documents[0]?.storageKey ?? '';
  await execute(`insert into webhook_event (public_id, workflow_id, graph_version_id, payload)
                 select 'evt_stored_by_a_draft', workflow_id, graph_version_id, '{}' from webhook_event limit 1`);
  await deleteExpired(maintenanceIn(89));
  expect(await readRun(harness, eventId)).toMatchObject({ status: 'COMPLETED' });
  expect(await harness.storage.find(key)).not.toBeNull();
  await deleteExpired(maintenanceIn(91));
  expect(await harness.storage.find(key)).toBeNull();
  for (const table of ['webhook_event', 'run', 'run_node', 'document']) expect(await count(table)).toBe(0);
  expect(await count('usage_entry')).toBe(1);
  expect(await count('template_version')).toBe(1);
});

test.each([
  ['is running', `update run set ended_at = null, status = 'RUNNING'`],
  ['is waiting', `update run set ended_at = null, status = 'WAITING'`],
  ['is pending', `update run set ended_at = null, status = 'RUNNING', dispatch = 'PENDING'`],
  ['was replayed and ended recently', `update run set ended_at = now() + interval '50 days'`],
])('an event whose run %s is never deleted, however old', async (_what, change) => {
  const { eventId, seen } = await run();
  await execute(change);
  await deleteExpired(maintenanceIn(91));
  expect(await readRun(harness, eventId)).toMatchObject({ documents: seen.documents });
  expect(await harness.storage.find(seen.documents[0]?.storageKey ?? '')).not.toBeNull();
  await execute(`update run set ended_at = now(), status = 'COMPLETED', dispatch = 'STARTED'`);
  await deleteExpired(maintenanceIn(91));
  expect(await count('webhook_event')).toBe(0);
});

test('two concurrent deletions delete each event once, across batches', async () => {
  const { eventId } = await run();
  await execute(`insert into webhook_event (public_id, workflow_id, graph_version_id, payload)
                 select 'evt_many_' || n, workflow_id, graph_version_id, '{}'
                 from webhook_event, generate_series(1, 450) n where public_id = '${eventId}'`);
  await Promise.all([deleteExpired(maintenanceIn(91)), deleteExpired(maintenanceIn(91))]);
  expect(await count('webhook_event')).toBe(0);
});

test('a file without a document is deleted after a day, also one whose deletion failed before', async () => {
  const { seen } = await run();
  const orphan = `documents/doc_${'0'.repeat(26)}.pdf`;
  await harness.storage.put(orphan, Buffer.from('x'));
  await harness.storage.put('documents/of-an-operator.pdf', Buffer.from('x'));
  expect(await maintenanceIn(0).orphanDocuments.deleteAll()).toBe(0);
  expect(await maintenanceIn(2).orphanDocuments.deleteAll()).toBe(1);
  expect(await harness.storage.find(orphan)).toBeNull();
  expect(await harness.storage.find('documents/of-an-operator.pdf')).not.toBeNull();
  const key = seen.documents[0]?.storageKey ?? '';
  const broken = { delete: () => Promise.reject(new Error('away')) };
  const { logger } = harness.services;
  const clock = { now: () => new Date(Date.now() + 91 * DAY_MS) };
  await createRetention({ orm, storage: broken, clock, logger, days: 90 }).deleteBatch();
  expect(await count('document')).toBe(0);
  expect(await harness.storage.find(key)).not.toBeNull();
  expect(await maintenanceIn(2).orphanDocuments.deleteAll()).toBe(1);
  expect(await harness.storage.find(key)).toBeNull();
});

test('a Temporal schedule starts maintenance; ensuring it twice creates one', async () => {
  const { temporalAddress: address } = harness.workspace;
  const connection = await NativeConnection.connect({ address });
  const client = new Client({ connection });
  const taskQueue = `${harness.taskQueue}-maintenance`;
  const { eventId } = await run();
  const worker = await startWorker({
    services: harness.services,
    maintenance: maintenanceIn(91),
    connection,
    namespace: 'default',
    taskQueue,
    cacheFolder: `${harness.workspace.folder}/bundles`,
  });
  await ensureMaintenanceSchedule(client, taskQueue);
  await ensureMaintenanceSchedule(client, taskQueue);
  const handle = client.schedule.getHandle(maintenanceNames.schedule(taskQueue));
  const { spec, policies } = await handle.describe();
  expect([spec.intervals?.map(({ every }) => every), policies.overlap]).toEqual([[3_600_000], 'SKIP']);
  const orphan = `templates/${ulid().toLowerCase()}.pdf`;
  await harness.storage.put(orphan, Buffer.from('x'));
  await execute(`insert into rate_counter (key, window_start, previous, current, granted, expires_at)
                 values ('expired', 0, 0, 1, 1, 1)`);
  await handle.trigger();
  await until(async () => (await count('webhook_event', `public_id = '${eventId}'`)) === 0);
  await until(async () => (await harness.storage.find(orphan)) === null);
  expect(await count('rate_counter', `key = 'expired'`)).toBe(0);
  await until(async () => (await handle.describe()).info.runningActions.length === 0);
  await handle.delete();
  await worker.shutdown();
  await connection.close();
});

test('maintenance is part of the workflow bundle', async () => {
  expect((await loadWorkflowBundle(`${harness.workspace.folder}/bundles`)).code).toContain(
    'deleteExpiredEvents',
  );
});

import { randomBytes, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { Client, Connection } from '@temporalio/client';
import { historyToJSON } from '@temporalio/common/lib/proto-utils.js';
import { Worker } from '@temporalio/worker';
import { pino } from 'pino';
import { createDataConverter } from '../../src/infra/temporal/data-converter.ts';
import { readPayloadKeys } from '../../src/infra/temporal/payload-keys.ts';
import { loadWorkflowBundle } from '../../workers/bundle.ts';
import { startHarness } from '../support/runs/harness.ts';
import {
  finishedRun,
  graphOf,
  seedAccount,
  seedEvent,
  seedTemplate,
  seedWorkflow,
} from '../support/runs/seed.ts';
import { getStack, testTaskQueue } from '../support/stack/stack.ts';
import { until } from '../support/until.ts';

const key = (id: string) => `${id}:${randomBytes(32).toString('base64')}`;
const [old, recent] = [key('old'), key('recent')];
const logged: string[] = [];

const logger = pino({ level: 'warn' }, { write: (line: string) => void logged.push(line) });
const base = await startHarness({ name: 'encrypted', payloadKeys: old, logger });
const connection = await Connection.connect({ address: base.workspace.temporalAddress });
const { keys } = readPayloadKeys(`${old},${recent}`);
const client = new Client({ connection, dataConverter: createDataConverter(keys) });

afterAll(async () => {
  await client.connection.close();
});

/** Another program on the same queue, or on one of its own, with the same database and files. */
const harnessWith = (payloadKeys: string, more: Partial<Parameters<typeof startHarness>[0]> = {}) =>
  startHarness({ name: 'encrypted', workspace: base.workspace, payloadKeys, ...more });

async function commit(marker: string): Promise<string> {
  const { id: ownerId } = await seedAccount(base);
  const templateId = await seedTemplate(base, { ownerId, fields: ['Name'] });
  const graph = graphOf(
    {
      start: { type: 'webhookTrigger' },
      compose: { type: 'composeNode', data: { mapping: { who: `\${event.name} in ${marker}` } } },
      bad: { type: 'composeNode', data: { mapping: { x: `text \${event.${marker}}` } } },
      fill: { type: 'templateNode', data: { templateId, fieldMappings: { Name: 'event.who' } } },
    },
    ['start>compose', 'compose>fill', 'start>bad'],
  );
  const workflowId = await seedWorkflow(base, { ownerId, graph });
  return seedEvent(base, { workflowId, payload: { name: marker, [marker]: { a: 1 } } });
}

const markerFor = (what: string) => `${what}${randomUUID().replaceAll('-', '')}`;

/** Whether Temporal's own database holds a text anywhere. */
async function isStored(text: string): Promise<boolean> {
  const folder = path.join((await getStack()).folder, '..', 'temporal');
  const files = (await readdir(folder)).filter((name) => name.startsWith('temporal.db'));
  expect(files).toContain('temporal.db');
  for (const file of files) {
    let rest = '';
    for await (const chunk of createReadStream(path.join(folder, file), 'latin1')) {
      if ((rest + chunk).includes(text)) return true;
      rest = chunk.slice(-text.length);
    }
  }
  return false;
}

async function keyIdsIn(eventId: string): Promise<Set<string>> {
  const history = historyToJSON(await client.workflow.getHandle(eventId).fetchHistory());
  const ids = [...history.matchAll(/"encryption-key-id": *"([^"]+)"/g)].map(([, id = '']) => id);
  return new Set(ids.map((id) => Buffer.from(id, 'base64').toString()));
}

/** Waits until Temporal has closed the run, which is a step after it is recorded; its failure can be read. */
const ended = (eventId: string) =>
  expect(client.workflow.getHandle(eventId).result()).rejects.toMatchObject({
    cause: { message: expect.stringContaining('Node "bad" failed') },
  });

test('a run does its work, and Temporal stores nothing of its data, nor of its failures', async () => {
  const marker = markerFor('secret');
  const eventId = await commit(marker);
  base.dispatch(eventId);
  const run = await finishedRun(base, eventId);
  expect(run.status).toBe('FAILED');
  expect(run.nodes.compose?.output).toEqual({ who: `${marker} in ${marker}` });
  expect(run.nodes.bad?.error).toContain(marker);
  expect(run.documents).toHaveLength(1);
  await until(async () => (await base.temporal.findNodes(eventId))?.length === 4);
  await ended(eventId);
  expect(await keyIdsIn(eventId)).toEqual(new Set(['old']));
  expect(await isStored(marker)).toBe(false);
  // Operators see the ids that they search by.
  expect(await isStored(eventId)).toBe(true);
});

test('without keys the same is stored as it is', async () => {
  const marker = markerFor('open');
  const harness = await harnessWith('');
  const eventId = await commit(marker);
  harness.dispatch(eventId);
  expect((await finishedRun(harness, eventId)).documents).toHaveLength(1);
  expect(await isStored(marker)).toBe(true);
  await harness.close();
});

test.each([
  ['the key before', old, `${recent},${old}`, ['old', 'recent']],
  ['none', '', recent, ['recent']],
  ['a key that only decrypts now', recent, `plain,${recent}`, ['recent']],
])('a run begun with %s goes on with the keys of today, and replays', async (_, then, now, ids) => {
  const taskQueue = testTaskQueue('encrypted');
  const before = await harnessWith(then, { taskQueue, withoutWorker: true });
  const eventId = await commit(markerFor('rotated'));
  before.dispatch(eventId);
  await until(async () => (await before.temporal.findStatus(eventId)) === 'RUNNING');
  await before.close();
  const after = await harnessWith(now, { taskQueue });
  expect((await finishedRun(after, eventId)).documents).toHaveLength(1);
  await ended(eventId);
  expect(await keyIdsIn(eventId)).toEqual(new Set(ids));
  await after.close();

  const dataConverter = createDataConverter(readPayloadKeys(now).keys);
  const cache = path.join(path.dirname(base.workspace.folder), 'bundles');
  const workflowBundle = await loadWorkflowBundle(cache, dataConverter);
  const history = await client.workflow.getHandle(eventId).fetchHistory();
  await Worker.runReplayHistory({ workflowBundle, dataConverter }, history, eventId);
});

test('a worker without the key says which, the run waits, and goes on when the key is back', async () => {
  const taskQueue = testTaskQueue('encrypted');
  const sender = await harnessWith(old, { taskQueue, withoutWorker: true });
  const eventId = await commit(markerFor('lost'));
  sender.dispatch(eventId);
  const failing = await harnessWith(recent, { taskQueue });
  const handle = client.workflow.getHandle(eventId);
  await until(async () => {
    const { events } = await handle.fetchHistory();
    return (events ?? []).some(({ workflowTaskFailedEventAttributes: failed }) => failed != null);
  });
  // The log line comes a moment after the failure.
  const advice = /the key \\"old\\", which PAYLOAD_KEYS does not have\. Put the key back/;
  await until(() => logged.some((line) => advice.test(line)));
  expect(await failing.temporal.findStatus(eventId)).toBe('RUNNING');
  // A run that an operator ends meanwhile is found, though it cannot be read.
  const stopped = await commit(markerFor('stopped'));
  sender.dispatch(stopped);
  await until(async () => (await failing.temporal.findStatus(stopped)) === 'RUNNING');
  await client.workflow.getHandle(stopped).terminate();
  await until(async () => (await failing.temporal.findOutsideEndings(new Date(0))).length === 1);
  await failing.close();
  const whole = await harnessWith(`${recent},${old}`, { taskQueue });
  expect((await finishedRun(whole, eventId)).documents).toHaveLength(1);
  await whole.close();
  await sender.close();
});

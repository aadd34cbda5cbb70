import { request as httpRequest } from 'node:http';
import { createPublicId } from '../../src/infra/public-id.ts';
import { endedRun, type ShownRun, sendEvent, startRunApp } from '../support/runs/run-app.ts';
import { graphOf } from '../support/runs/seed.ts';
import { until } from '../support/until.ts';
import { createWorkflow } from '../support/workflows/create-workflow.ts';

const app = await startRunApp('run-stream');
const address = new URL(await app.app.listen({ port: 0, host: '127.0.0.1' }));

/** The part of a stream that a client has received so far. */
function openStream(path: string, headers: Record<string, string> = {}) {
  const seen = { text: '', isOver: false, status: 0 };
  const request = httpRequest(new URL(`/api${path}`, address), {
    headers: { ...app.owner.headers, ...headers },
  });
  request.on('response', (response) => {
    seen.status = response.statusCode ?? 0;
    response.on('data', (chunk: Buffer) => (seen.text += chunk));
    response.on('close', () => (seen.isOver = true));
  });
  request.on('error', () => (seen.isOver = true));
  request.end();
  return { seen, hangUp: () => request.destroy() };
}

function eventsOf(text: string) {
  return [...text.matchAll(/id: (\S+)\nevent: run\ndata: (.*)\n\n/g)].map(([, id = '', data = '']) => ({
    id,
    run: JSON.parse(data) as ShownRun,
  }));
}

async function waitingRun() {
  const graph = graphOf(
    { start: { type: 'webhookTrigger' }, wait: { type: 'delayNode', data: { seconds: 86_400 } } },
    ['start>wait'],
  );
  const { publicId } = await createWorkflow(app, app.owner, { status: 'ACTIVE', graph });
  const path = `/workflows/${publicId}/runs/${await sendEvent(app, publicId, {})}`;
  return { publicId, path };
}

test('a run is streamed to its end; a client that reconnects receives nothing twice', async () => {
  const { path } = await waitingRun();
  const { seen } = openStream(`${path}/stream`);
  await until(() => eventsOf(seen.text).some(({ run }) => run.nodes[1]?.status === 'RUNNING'));
  await app.post(`${path}/cancel`);
  await until(() => seen.isOver);
  const events = eventsOf(seen.text);
  expect(events.at(-1)?.run).toEqual((await app.get(path)).body);
  expect(events.at(-1)?.run).toMatchObject({ status: 'CANCELLED' });
  expect(seen.text.endsWith('event: end\ndata: {}\n\n')).toBe(true);
  expect(new Set(events.map(({ id }) => id)).size).toBe(events.length);
  const again = openStream(`${path}/stream`, { 'last-event-id': events.at(-1)?.id ?? '' });
  await until(() => again.seen.isOver);
  expect(again.seen.text).toBe('event: end\ndata: {}\n\n');
});

test('many who watch one run cost one look at a time, and none after they have hung up', async () => {
  const { path } = await waitingRun();
  const streams = Array.from({ length: 15 }, () => openStream(`${path}/stream`));
  await until(() => streams.every(({ seen }) => eventsOf(seen.text).length > 0));
  const texts = streams.map(({ seen }) => eventsOf(seen.text).at(-1)?.id);
  expect(new Set(texts).size).toBeLessThanOrEqual(2);
  for (const { hangUp } of streams) hangUp();
  // All places are free again: the twenty that an account has.
  const more = Array.from({ length: 20 }, () => openStream(`${path}/stream`));
  await until(() => more.every(({ seen }) => seen.status === 200 && seen.text !== ''));
  const rejected = openStream(`${path}/stream`);
  await until(() => rejected.seen.isOver);
  expect([rejected.seen.status, JSON.parse(rejected.seen.text).code]).toEqual([429, 'BUSY']);
  for (const { hangUp } of more) hangUp();
  await app.post(`${path}/cancel`);
});

test('HEAD leaves no stream behind', async () => {
  const { path } = await waitingRun();
  const looks = Array.from({ length: 25 }, () =>
    fetch(new URL(`/api${path}/stream`, address), { method: 'HEAD', headers: app.owner.headers }),
  );
  for (const response of await Promise.all(looks)) expect([200, 429]).toContain(response.status);
  const { seen, hangUp } = openStream(`${path}/stream`);
  await until(() => seen.status !== 0);
  hangUp();
  expect(seen.status).toBe(200);
});

test('a run that is not there is 404', async () => {
  const { publicId } = await createWorkflow(app, app.owner);
  const { status } = await app.get(`/workflows/${publicId}/runs/${createPublicId('run')}/stream`);
  expect(status).toBe(404);
});

test('a run an operator terminated in Temporal shows as ended within seconds', async () => {
  const { publicId, path } = await waitingRun();
  const { eventId, runId } = (await app.get<ShownRun>(path)).body;
  const { openOperator } = await import('../support/runs/operator.ts');
  const operator = await openOperator();
  app.services.reconciler.start();
  await until(async () => (await operator.countExecutions(eventId)) === 1);
  await operator.client.workflow.getHandle(eventId).terminate('by hand');
  expect(await endedRun(app, publicId, runId)).toMatchObject({
    status: 'FAILED',
    error: expect.stringContaining('TERMINATED'),
  });
});

test('a stream ends with the lock of the account, and with the server', async () => {
  const { path } = await waitingRun();
  const { seen } = openStream(`${path}/stream`);
  await until(() => seen.text !== '');
  await app.services.orm.em
    .fork()
    .execute('update user_account set is_enabled = false where id = ?', [app.owner.user.id]);
  await until(() => seen.isOver);
  expect(seen.text).not.toContain('event: end');
  await app.services.orm.em
    .fork()
    .execute('update user_account set is_enabled = true where id = ?', [app.owner.user.id]);
  const open = openStream(`${path}/stream`);
  await until(() => open.seen.text !== '');
  await app.app.close();
  await until(() => open.seen.isOver);
});

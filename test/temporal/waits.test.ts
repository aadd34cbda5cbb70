import { endedRun, type ShownRun, sendEvent, startRunApp } from '../support/runs/run-app.ts';
import { graphOf } from '../support/runs/seed.ts';
import { until } from '../support/until.ts';
import { createWorkflow } from '../support/workflows/create-workflow.ts';

const app = await startRunApp('waits');

const start = { type: 'webhookTrigger' };
const wait = (data: object) => ({ type: 'delayNode', data });
const bad = { type: 'composeNode', data: { mapping: { x: 'text ${event.object}' } } };

/** When the wait of a node ends, by item (-1: outside loops), as it is stored. */
async function endsOf(runId: string): Promise<Record<string, string>> {
  const rows = await app.services.orm.em.fork().execute<{ item: number; output: string }[]>(
    `select n.item_index as item, n.output from run_node n join run r on r.id = n.run_id
     where r.public_id = ? and n.type = 'delayNode' and n.output is not null order by 1`,
    [runId],
  );
  return Object.fromEntries(rows.map(({ item, output }) => [item, JSON.parse(output).until]));
}

async function begin(graph: object, payload: object) {
  const { publicId } = await createWorkflow(app, app.owner, { status: 'ACTIVE', graph });
  const runId = await sendEvent(app, publicId, payload);
  const url = `/workflows/${publicId}/runs/${runId}`;
  const retry = async () => (await app.post<{ runId: string }>(`${url}/retry`)).body.runId;
  return { publicId, runId, url, retry };
}

test('a wait is over when it was first to be over, also for a retry that begins in between', async () => {
  const graph = graphOf({ start, wait: wait({ seconds: 86_400 }) }, ['start>wait']);
  const { publicId, runId, url, retry } = await begin(graph, {});
  await until(async () => '-1' in (await endsOf(runId)));
  const ends = await endsOf(runId);
  const waiting = (await app.get<ShownRun>(url)).body.nodes.find(({ id }) => id === 'wait');
  expect(waiting).toMatchObject({ status: 'RUNNING', output: { seconds: 86_400, until: ends['-1'] } });
  await app.post(`${url}/cancel`);
  expect(await endedRun(app, publicId, runId)).toMatchObject({ status: 'CANCELLED' });
  const again = await retry();
  const shown = () => app.get<ShownRun>(`/workflows/${publicId}/runs/${again}`);
  await until(async () => (await shown()).body.nodes[1]?.status === 'RUNNING');
  expect(await endsOf(again)).toEqual(ends);
  await app.post(`/workflows/${publicId}/runs/${again}/cancel`);
});

test('a wait that was over is not begun again by a retry, and neither is that of an item', async () => {
  const graph = graphOf(
    {
      start,
      once: wait({ seconds: 0.2 }),
      each: { type: 'forEachNode', data: { items: 'event.list' } },
      item: wait({ seconds: 0.1 }),
      bad,
    },
    ['start>once', 'start>each', 'each>item', 'item>bad'],
  );
  const { publicId, runId, retry } = await begin(graph, { object: {}, list: [1, 2, 3] });
  expect(await endedRun(app, publicId, runId)).toMatchObject({ status: 'FAILED' });
  const ends = await endsOf(runId);
  expect(Object.keys(ends).toSorted()).toEqual(['-1', '0', '1', '2']);
  const second = await endedRun(app, publicId, await retry());
  expect(second).toMatchObject({ status: 'FAILED', kind: 'RETRY' });
  expect(await endsOf(second.runId)).toEqual(ends);
  expect(second.nodes.find(({ id }) => id === 'once')?.output).toEqual({ until: ends['-1'] });
});

test('the waits of a loop that was cancelled end when they were to end', async () => {
  const graph = graphOf(
    {
      start,
      each: { type: 'forEachNode', data: { items: 'event.list' } },
      wait: wait({ seconds: 86_400 }),
    },
    ['start>each', 'each>wait'],
  );
  const { publicId, runId, url, retry } = await begin(graph, { list: ['a', 'b'] });
  await until(async () => Object.keys(await endsOf(runId)).length === 2);
  const ends = await endsOf(runId);
  expect((await app.post<{ status: string }>(`${url}/cancel`)).body.status).toMatch(/CANCELLED|RUNNING/);
  const ended = await endedRun(app, publicId, runId);
  expect(ended).toMatchObject({ status: 'CANCELLED', error: null });
  const again = await retry();
  expect(await endsOf(again)).toEqual(ends);
  await app.post(`/workflows/${publicId}/runs/${again}/cancel`);
  expect(await endedRun(app, publicId, again)).toMatchObject({ status: 'CANCELLED' });
  expect(await endsOf(again)).toEqual(ends);
});

test('a replay is a run of its own and waits again', async () => {
  const graph = graphOf({ start, wait: wait({ seconds: 0.1 }) }, ['start>wait']);
  const { publicId, runId } = await begin(graph, {});
  const { eventId } = await endedRun(app, publicId, runId);
  const { body } = await app.post<{ runId: string }>(`/workflows/${publicId}/events/${eventId}/replay`);
  await endedRun(app, publicId, body.runId);
  const [first, second] = [await endsOf(runId), await endsOf(body.runId)];
  expect(Date.parse(second['-1'] ?? '')).toBeGreaterThan(Date.parse(first['-1'] ?? ''));
});

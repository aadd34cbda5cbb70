import { startTestApp, type TestApp } from '../support/app.ts';
import { type SignedIn, signIn } from '../support/login.ts';
import { insertRuns } from '../support/runs/insert-runs.ts';
import { createWorkflow } from '../support/workflows/create-workflow.ts';

/** There is no engine here: what is cancelled was never started. */
let api: TestApp;
let owner: SignedIn;

beforeAll(async () => {
  api = await startTestApp({ name: 'run-cancel', env: { TEMPORAL_ADDRESS: '127.0.0.1:9' } });
  owner = await signIn(api);
});
afterAll(() => api?.close());

const execute = <Row extends object>(sql: string, values: unknown[]) =>
  api.services.orm.em.fork().execute<Row[]>(sql, values);

async function openRun() {
  const { publicId } = await createWorkflow(api, owner);
  const [runId = ''] = await insertRuns(api, { workflowId: publicId, runs: [{ status: 'RUNNING' }] });
  const cancel = () =>
    api.app.inject({
      method: 'POST',
      url: `/api/workflows/${publicId}/runs/${runId}/cancel`,
      headers: owner.headers,
    });
  return { runId, cancel };
}

test('an event that waits for its run is owed none any more', async () => {
  const { runId, cancel } = await openRun();
  const eventId = runId.replace('run_', 'evt_');
  await execute(`update webhook_event set dispatch = 'PENDING' where public_id = ?`, [eventId]);
  expect((await cancel()).json()).toEqual({ runId, status: 'CANCELLED' });
  expect(await execute('select dispatch from webhook_event where public_id = ?', [eventId])).toEqual([
    { dispatch: 'STORED' },
  ]);
  expect((await cancel()).json()).toEqual({ runId, status: 'CANCELLED' });
});

test('a replay that waits for its turn is never started', async () => {
  const { runId, cancel } = await openRun();
  await execute(`update run set dispatch = 'PENDING', is_bulk = true where public_id = ?`, [runId]);
  expect((await cancel()).json()).toEqual({ runId, status: 'CANCELLED' });
  const claimed = await api.services.rerunRepository.claim({ limit: 9, bulkSlots: 9, leaseSeconds: 60 });
  expect(claimed).toEqual([]);
});

test('a run that was started cannot be cancelled while the engine is away, and the answer says so', async () => {
  const { cancel } = await openRun();
  const answer = await cancel();
  expect([answer.statusCode, answer.json().code]).toEqual([500, 'UNAVAILABLE']);
});

test('of many replays only so many are claimed, each workflow in its turn, and none while an event waits', async () => {
  const ids: string[][] = [];
  for (let n = 0; n < 2; n++) {
    const { publicId } = await createWorkflow(api, owner);
    ids.push(
      await insertRuns(api, {
        workflowId: publicId,
        runs: Array.from({ length: 5 }, () => ({ status: 'RUNNING' })),
      }),
    );
  }
  await execute(`update run set dispatch = 'PENDING', is_bulk = true where public_id in (?)`, [ids.flat()]);
  const { rerunRepository: reruns } = api.services;
  const claim = async () =>
    (await reruns.claim({ limit: 20, bulkSlots: 4, leaseSeconds: 60 })).map(({ runId }) => runId);
  const event = ids[0]?.[0]?.replace('run_', 'evt_') ?? '';
  await execute(`update webhook_event set dispatch = 'PENDING' where public_id = ?`, [event]);
  expect(await claim()).toEqual([]);
  await execute(`update webhook_event set dispatch = 'STARTED' where public_id = ?`, [event]);
  const claimed = await claim();
  expect(claimed.toSorted()).toEqual(ids.flatMap((runs) => runs.slice(0, 2)).toSorted());
  expect(await claim()).toEqual([]);
  await reruns.markStarted(claimed);
  expect(await claim()).toEqual([]);
  await execute(`update run set status = 'COMPLETED', ended_at = now() where public_id = ?`, [claimed[0]]);
  expect(await claim()).toHaveLength(1);
});

import { createCancelRun } from '../../src/modules/runs/reruns/cancel-run.ts';
import { startTestApp } from '../support/app.ts';
import { signIn } from '../support/login.ts';
import { insertRuns } from '../support/runs/insert-runs.ts';
import { createWorkflow } from '../support/workflows/create-workflow.ts';

/** There is no Temporal here: the cancelled runs were never started. */
const api = await startTestApp({ name: 'run-cancel', env: { TEMPORAL_ADDRESS: '127.0.0.1:9' } });
const owner = await signIn(api);

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
  return { workflowId: publicId, runId, cancel };
}

const claim = async (options: { limit: number; bulkSlots: number }) => {
  const claimed = await api.services.outbox.claim({ ...options, leaseSeconds: 60 });
  return claimed.map(({ runId }) => runId);
};

test.each([
  ['first run', false],
  ['bulk replay', true],
])('a cancelled %s that was pending is never started', async (_kind, isBulk) => {
  const { workflowId, runId, cancel } = await openRun();
  await execute(`update run set dispatch = 'PENDING', is_bulk = ? where public_id = ?`, [isBulk, runId]);
  expect((await cancel()).json()).toEqual({ runId, status: 'CANCELLED' });
  const events = await api.app.inject({
    url: `/api/workflows/${workflowId}/events`,
    headers: owner.headers,
  });
  expect(events.json().content).toMatchObject([{ status: 'STORED' }]);
  expect(await claim({ limit: 9, bulkSlots: 9 })).toEqual([]);
  expect((await cancel()).json()).toEqual({ runId, status: 'CANCELLED' });
});

test('a run that was started cannot be cancelled while Temporal is away, and the response says so', async () => {
  const { cancel } = await openRun();
  const response = await cancel();
  expect([response.statusCode, response.json().code]).toEqual([500, 'UNAVAILABLE']);
});

test('a run whose end is recorded while the cancellation is under way keeps it, and the response says so', async () => {
  const { workflowId, runId } = await openRun();
  const { orm, outbox } = api.services;
  /** Temporal accepts the request, but the run records its end first. */
  const cancelRun = async () => {
    await execute(`update run set status = 'COMPLETED', ended_at = now() where public_id = ?`, [runId]);
    return true;
  };
  const cancel = createCancelRun({ orm, outbox, temporal: { cancelRun } });
  const [user] = await execute<{ id: number }>('select id from user_account where public_id = ?', [
    owner.user.publicId,
  ]);
  await expect(cancel({ ownerId: Number(user?.id), workflowId, runId })).rejects.toMatchObject({
    code: 'RUN_ENDED',
    message: 'The run has already ended: it is COMPLETED.',
  });
});

test('a pending run that waits for the next attempt of its start is cancelled at once', async () => {
  const { runId, cancel } = await openRun();
  await execute(`update run set dispatch = 'PENDING' where public_id = ?`, [runId]);
  await api.services.outbox.retryLater(runId, 300);
  expect((await cancel()).json()).toEqual({ runId, status: 'CANCELLED' });
});

test('a bulk replay whose start was rejected takes no slot while it waits for the next attempt', async () => {
  const { publicId } = await createWorkflow(api, owner);
  const runs = Array.from({ length: 2 }, () => ({ status: 'RUNNING' }));
  const [rejected = '', next = ''] = await insertRuns(api, { workflowId: publicId, runs });
  await execute(`update run set dispatch = 'PENDING', is_bulk = true where public_id in (?)`, [
    [rejected, next],
  ]);
  const claimOne = () => claim({ limit: 0, bulkSlots: 1 });
  expect(await claimOne()).toEqual([rejected]);
  expect(await claimOne()).toEqual([]);
  await api.services.outbox.retryLater(rejected, 300);
  expect(await claimOne()).toEqual([next]);
  await execute('update run set ended_at = now(), dispatch = null where public_id in (?)', [
    [rejected, next],
  ]);
});

test('bulk replays are claimed up to a number of slots, evenly by workflow, and not while a single run waits', async () => {
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
  const { publicId } = await createWorkflow(api, owner);
  const single = await insertRuns(api, { workflowId: publicId, runs: [{ status: 'RUNNING' }] });
  await execute(`update run set dispatch = 'PENDING', is_bulk = true where public_id in (?)`, [ids.flat()]);
  await execute(`update run set dispatch = 'PENDING' where public_id in (?)`, [single]);
  const { outbox } = api.services;
  const claimAll = () => claim({ limit: 20, bulkSlots: 4 });
  expect(await claimAll()).toEqual(single);
  const claimed = await claimAll();
  expect(claimed.toSorted()).toEqual(ids.flatMap((runs) => runs.slice(0, 2)).toSorted());
  expect(await claimAll()).toEqual([]);
  await execute(`update run set kind = 'REPLAY' where is_bulk`, []);
  await outbox.markStarted(claimed);
  expect(await claimAll()).toEqual([]);
  await execute(`update run set status = 'COMPLETED', ended_at = now() where public_id = ?`, [claimed[0]]);
  expect(await claimAll()).toHaveLength(1);
});

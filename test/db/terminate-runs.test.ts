import { createSql } from '../../src/infra/sql.ts';
import { operatorNamed } from '../../src/modules/admin/operators.service.ts';
import { createTerminateRuns } from '../../src/modules/runs/terminate-runs.ts';
import { startTestApp } from '../support/app.ts';
import { signIn } from '../support/login.ts';
import { insertRuns } from '../support/runs/insert-runs.ts';
import { createWorkflow } from '../support/workflows/create-workflow.ts';

const api = await startTestApp({ name: 'terminate-runs' });
const owner = await signIn(api);
const workflowId = (await createWorkflow(api, owner)).publicId;
beforeEach(() => execute('delete from run'));

const execute = (text: string, params: unknown[] = []) =>
  api.services.orm.em.fork().execute<Record<string, unknown>[]>(text, params);

/** A run in this state. */
async function runIn(status: string, change = '') {
  const [runId = ''] = await insertRuns(api, { workflowId, runs: [{ status }] });
  if (change !== '') await execute(`update run set ${change} where public_id = ?`, [runId]);
  return runId;
}

/** Temporal with these open runs; null: it is not reachable. */
function terminationsWith(open: Set<string> | null) {
  const terminated: string[] = [];
  const temporal = {
    async terminateRun(id: string) {
      if (open === null) throw new Error('unreachable');
      if (open.delete(id)) return terminated.push(id) > 0;
      return false;
    },
  };
  const { orm, audit } = api.services;
  return { terminated, ...createTerminateRuns({ orm, sql: createSql(orm), temporal, audit }) };
}

const operator = operatorNamed('a test');
const pending = async () => (await execute('select 1 from run_termination where done_at is null')).length;
const eventOf = (runId: string) => runId.replace(/^run/, 'evt');

test.each([
  ['that waits to be started', 'RUNNING', `dispatch = 'PENDING'`],
  [
    'that a process is starting',
    'RUNNING',
    `dispatch = 'PENDING', leased_until = now() + interval '10 seconds'`,
  ],
  ['in progress', 'RUNNING', ''],
  ['that waits for quota', 'WAITING', ''],
])('a run %s ends as CANCELLED, in the database and in Temporal', async (_state, status, change) => {
  const runId = await runIn(status, change);
  await execute(
    `insert into limit_wait (source, subject, run_id) select 'doc_1', 'usr_1', id from run where public_id = ?`,
    [runId],
  );
  const runs = terminationsWith(new Set([eventOf(runId)]));
  expect(await runs.cancel(operator, runId)).toEqual({ before: status, isTerminated: true });
  expect(runs.terminated).toEqual([eventOf(runId)]);
  const [row] = await execute('select status, error, ended_at, leased_until from run where public_id = ?', [
    runId,
  ]);
  expect(row).toMatchObject({
    status: 'CANCELLED',
    error: 'An operator cancelled the run.',
    leased_until: null,
    ended_at: expect.anything(),
  });
  expect([await pending(), (await execute('select 1 from limit_wait')).length]).toEqual([0, 0]);
  expect(await api.services.outbox.findPending(runId)).toBeNull();
});

test('while Temporal is unreachable the run ends, and is terminated before a worker takes up runs', async () => {
  const runId = await runIn('RUNNING');
  expect(await terminationsWith(null).cancel(operator, runId)).toEqual({
    before: 'RUNNING',
    isTerminated: false,
  });
  await expect(terminationsWith(null).finish()).rejects.toThrow('unreachable');
  const later = terminationsWith(new Set([eventOf(runId)]));
  await later.finish();
  expect([later.terminated, await pending()]).toEqual([[eventOf(runId)], 0]);
});

test('a run that a process starts in Temporal after it was cancelled is terminated then', async () => {
  const runId = await runIn('RUNNING', `dispatch = 'PENDING', leased_until = now() + interval '10 seconds'`);
  const open = new Set<string>();
  const runs = terminationsWith(open);
  await runs.cancel(operator, runId);
  await runs.finish();
  expect(await pending()).toBe(1);
  open.add(eventOf(runId));
  await runs.finish();
  expect([runs.terminated, await pending()]).toEqual([[eventOf(runId)], 0]);
});

test('a run that Temporal does not have is left alone after a minute', async () => {
  const runId = await runIn('RUNNING');
  const runs = terminationsWith(new Set());
  await runs.cancel(operator, runId);
  await execute(`update run_termination set created_at = now() - interval '2 minutes'`);
  await runs.finish();
  expect(await pending()).toBe(0);
});

test('an ended run keeps its status and is terminated in Temporal, where it may go on', async () => {
  const runId = await runIn('COMPLETED', 'ended_at = now()');
  const runs = terminationsWith(new Set([eventOf(runId)]));
  expect(await runs.cancel(operator, runId)).toEqual({ before: 'COMPLETED', isTerminated: true });
  expect(runs.terminated).toEqual([eventOf(runId)]);
  expect(await execute('select status from run where public_id = ?', [runId])).toEqual([
    { status: 'COMPLETED' },
  ]);
});

test('the audit trail names the operator, and an unknown run is an error', async () => {
  const runId = await runIn('RUNNING');
  await terminationsWith(new Set()).cancel(operator, runId);
  const [entry] = await execute(
    'select action, target_id, actor_email, changes from audit_entry order by id desc limit 1',
  );
  expect(entry).toMatchObject({
    action: 'RUN_CANCELLED',
    target_id: workflowId,
    actor_email: 'a test',
    changes: { [runId]: { from: 'RUNNING', to: 'CANCELLED' } },
  });
  await expect(terminationsWith(null).cancel(operator, 'run_unknown')).rejects.toThrow(/run/);
});

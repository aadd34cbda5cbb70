import { pino } from 'pino';
import { createSql } from '../../src/infra/sql.ts';
import { type CrashGuard, createCrashGuard } from '../../src/modules/runs/crash-guard/crash-guard.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { signIn } from '../support/login.ts';
import { insertRuns } from '../support/runs/insert-runs.ts';
import { until } from '../support/until.ts';
import { createWorkflow } from '../support/workflows/create-workflow.ts';

/** Each guard is that of one process. A process dies when its heartbeats end: `close` is never called. */
let api: TestApp;
let workflowId: string;
const guards: CrashGuard[] = [];

beforeAll(async () => {
  api = await startTestApp({ name: 'crash-guard' });
  ({ publicId: workflowId } = await createWorkflow(api, await signIn(api), { status: 'ACTIVE' }));
});
afterEach(async () => {
  for (const guard of guards.splice(0)) await guard.close();
  await api.services.orm.em.fork().execute('delete from worker_process; delete from node_crash');
});
afterAll(() => api.close());

const MINUTE = 60_000;
let elapsed = 0;
const clock = { now: () => new Date(Date.now() + elapsed) };
const sql = () => createSql(api.services.orm);

/** A process that starts now. */
async function startGuard(): Promise<CrashGuard> {
  const guard = createCrashGuard({ sql: sql(), clock, logger: pino({ level: 'silent' }) });
  guards.push(guard);
  await guard.start();
  return guard;
}

/** A process that died without another one noticing so far. */
async function die(): Promise<void> {
  await api.services.orm.em
    .fork()
    .execute(`insert into worker_process (id, seen_at) values (gen_random_uuid(), ?)`, [
      new Date(clock.now().getTime() - 10_000),
    ]);
}

async function newRun(): Promise<string> {
  const [runId = ''] = await insertRuns(api, { workflowId, runs: [{ status: 'RUNNING' }] });
  return runId;
}

const nodeOf = (runId: string, nodeId = 'n') => ({ runId, nodeId, itemIndex: -1 });
const notes = () =>
  api.services.orm.em.fork().execute<{ run_public_id: string; starts: number }[]>('select * from node_crash');

/** A process that begins a node as the only one, and dies at work. */
async function dieAtWork(runId: string, starts: number): Promise<void> {
  await die();
  const guard = await startGuard();
  void guard.run(nodeOf(runId), () => new Promise<never>(() => {}));
  await until(async () =>
    (await notes()).some((note) => note.run_public_id === runId && note.starts === starts),
  );
  await die();
}

test('without a death, nothing is noted', async () => {
  const guard = await startGuard();
  const runId = await newRun();
  const seen = await guard.run(nodeOf(runId), () => notes());
  expect(seen).toEqual([]);
});

test('after a death, a node of an older run is noted while it runs', async () => {
  const runId = await newRun();
  await die();
  const guard = await startGuard();
  expect(await guard.run(nodeOf(runId), () => notes())).toMatchObject([{ run_public_id: runId, starts: 1 }]);
  expect(await notes()).toEqual([]);
  await expect(guard.run(nodeOf(runId), () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await notes()).toEqual([]);
});

test('nodes of older runs run one at a time, those of younger runs do not wait', async () => {
  const older = await newRun();
  await die();
  const guard = await startGuard();
  await api.services.orm.em
    .fork()
    .execute('update worker_process set died_at = now() where died_at is not null');
  const younger = await newRun();
  await api.services.orm.em
    .fork()
    .execute(`update run set started_at = now() + interval '1 second' where public_id = ?`, [younger]);
  const end = Promise.withResolvers<void>();
  const begun: string[] = [];
  const work = (name: string) => async () => {
    begun.push(name);
    if (name === 'first') await end.promise;
  };
  const first = guard.run(nodeOf(older, 'first'), work('first'));
  const second = guard.run(nodeOf(older, 'second'), work('second'));
  await guard.run(nodeOf(younger, 'other'), work('other'));
  expect(begun.toSorted()).toEqual(['first', 'other']);
  end.resolve();
  await Promise.all([first, second]);
  expect(begun).toContain('second');
});

test('a node that was at work alone at two deaths fails with the reason; the others go on', async () => {
  const runId = await newRun();
  const other = await newRun();
  await dieAtWork(runId, 1);
  await dieAtWork(runId, 2);
  const guard = await startGuard();
  await expect(guard.run(nodeOf(runId), async () => 'done')).rejects.toThrow(
    'The service ended 2 times while it worked on this node alone.',
  );
  expect(await guard.run(nodeOf(other), async () => 'done')).toBe('done');
});

test('one death at work is not enough: a process can be killed for other reasons', async () => {
  const runId = await newRun();
  await dieAtWork(runId, 1);
  const guard = await startGuard();
  expect(await guard.run(nodeOf(runId), async () => 'done')).toBe('done');
});

test('a process that stops as intended is no death, and the care ends after two minutes', async () => {
  const guard = await startGuard();
  await guard.close();
  const second = await startGuard();
  const runId = await newRun();
  expect(await second.run(nodeOf(runId), () => notes())).toEqual([]);
  await die();
  const third = await startGuard();
  elapsed = 3 * MINUTE;
  expect(await third.run(nodeOf(runId), () => notes())).toEqual([]);
  elapsed = 0;
});

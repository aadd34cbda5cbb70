import pg from 'pg';
import { createSql } from '../../src/infra/sql.ts';
import {
  createRerunRepository,
  INSERT_REPLAY,
  INSERT_RETRY,
} from '../../src/modules/runs/reruns/rerun.repository.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { signIn } from '../support/login.ts';
import { until } from '../support/until.ts';
import { createWorkflow } from '../support/workflows/create-workflow.ts';

let site: TestApp;
let other: pg.Client;

beforeAll(async () => {
  site = await startTestApp({ name: 'rerun-keys' });
  other = new pg.Client({ connectionString: site.services.config.DATABASE_URL });
  await other.connect();
});
afterAll(async () => {
  await other.end();
  await site.close();
});

const id = (kind: string, digit: number) => `${kind}_${String(digit).repeat(26)}`;

/** An event with a failed run. */
async function failedRun() {
  const owner = await signIn(site);
  const { publicId } = await createWorkflow(site, owner, { status: 'ACTIVE' });
  await site.app.inject({ method: 'POST', url: `/api/workflows/${publicId}/webhook`, payload: {} });
  const { rows } = await other.query<{ run: number; event: string; version: number }>(
    `update run r set status = 'FAILED', ended_at = now() from webhook_event e, workflow w
     where e.id = r.event_id and w.id = r.workflow_id and w.public_id = $1
     returning r.id::int as run, e.public_id as event, r.graph_version_id::int as version`,
    [publicId],
  );
  if (rows[0] === undefined) throw new Error('no run');
  return rows[0];
}

const isWaiting = async () => {
  const { rows } = await other.query(
    "select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
  );
  return rows.length > 0;
};

/** The second caller waits for the first, and must see its commit. */
test('two requests with one key get one run, when the second begins before the first has ended', async () => {
  const { run, event, version } = await failedRun();
  const reruns = createRerunRepository(createSql(site.services.orm));
  const first = [event, event.replace('evt', 'run'), id('run', 1), version, 'REPLAY:k'];
  await other.query('begin');
  await other.query(INSERT_REPLAY.text, first);
  const replay = reruns.insertReplay({
    eventId: event,
    firstRunId: event.replace('evt', 'run'),
    runId: id('run', 2),
    graphVersionId: version,
    key: 'REPLAY:k',
  });
  await until(isWaiting);
  await other.query('commit');
  expect(await replay).toBe(id('run', 1));

  await other.query('begin');
  await other.query(INSERT_RETRY.text, [run, id('run', 3), [], 'RETRY:k']);
  const retry = reruns.insertRetry({ sourceRunId: run, runId: id('run', 4), kept: [], key: 'RETRY:k' });
  await until(isWaiting);
  await other.query('commit');
  expect(await retry).toBe(id('run', 3));
});

test('a removed record is reported', async () => {
  const reruns = createRerunRepository(createSql(site.services.orm));
  const retry = reruns.insertRetry({ sourceRunId: 0, runId: id('run', 5), kept: [], key: 'RETRY:k' });
  await expect(retry).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

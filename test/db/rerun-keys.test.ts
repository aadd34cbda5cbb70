import pg from 'pg';
import { createSql } from '../../src/infra/sql.ts';
import { createRerunRepository, INSERT_RERUN } from '../../src/modules/runs/reruns/rerun.repository.ts';
import { startTestApp } from '../support/app.ts';
import { signIn } from '../support/login.ts';
import { until } from '../support/until.ts';
import { createWorkflow } from '../support/workflows/create-workflow.ts';

const site = await startTestApp({ name: 'rerun-keys' });
const other = new pg.Client({ connectionString: site.services.config.DATABASE_URL });
await other.connect();
afterAll(async () => {
  await other.end();
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
  const rerun = { eventId: event, graphVersionId: version };
  await other.query('begin');
  await other.query(INSERT_RERUN.text, [event, id('run', 1), version, 'REPLAY:k', null, []]);
  const replay = reruns.insert({ ...rerun, runId: id('run', 2), key: 'REPLAY:k', retried: null });
  await until(isWaiting);
  await other.query('commit');
  expect(await replay).toBe(id('run', 1));

  await other.query('begin');
  await other.query(INSERT_RERUN.text, [event, id('run', 3), version, 'RETRY:k', run, []]);
  const retried = { runId: run, kept: [] };
  const retry = reruns.insert({ ...rerun, runId: id('run', 4), key: 'RETRY:k', retried });
  await until(isWaiting);
  await other.query('commit');
  expect(await retry).toBe(id('run', 3));
});

test('a removed record is reported', async () => {
  const reruns = createRerunRepository(createSql(site.services.orm));
  const { event, version } = await failedRun();
  const rerun = { runId: id('run', 5), graphVersionId: version, key: 'RETRY:k' };
  const ofNoRun = reruns.insert({ ...rerun, eventId: event, retried: { runId: 0, kept: [] } });
  await expect(ofNoRun).rejects.toMatchObject({ code: 'NOT_FOUND' });
  const ofNoEvent = reruns.insert({ ...rerun, eventId: 'evt_gone', retried: null });
  await expect(ofNoEvent).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

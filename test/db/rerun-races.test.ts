import pg from 'pg';
import { sqlWithin } from '../../src/infra/sql.ts';
import { inTransaction } from '../../src/infra/transaction.ts';
import { INSERT_BULK } from '../../src/modules/runs/reruns/rerun.repository.ts';
import { startTestApp } from '../support/app.ts';
import { signIn } from '../support/login.ts';
import { until } from '../support/until.ts';
import { createWorkflow } from '../support/workflows/create-workflow.ts';

const site = await startTestApp({ name: 'rerun-races', env: { DATABASE_POOL_MAX: '2' } });
const owner = await signIn(site);
const other = new pg.Client({ connectionString: site.services.config.DATABASE_URL });
await other.connect();
afterAll(async () => {
  await other.end();
});

const post = (path: string, payload = {}) =>
  site.app.inject({ method: 'POST', url: `/api/workflows/${path}`, headers: owner.headers, payload });

/** A workflow with so many events, whose runs have failed; returns its ids, the last event's and those of the runs. */
async function failedRuns(count: number) {
  const { publicId } = await createWorkflow(site, owner, { status: 'ACTIVE' });
  for (let event = 0; event < count; event++) await post(`${publicId}/webhook`);
  const { rows } = await other.query<{ workflow: number; version: number; event: string; run: string }>(
    `update run r set status = 'FAILED', ended_at = now(), dispatch = 'STARTED' from workflow w, webhook_event e
     where w.id = r.workflow_id and e.id = r.event_id and w.public_id = $1
     returning w.id::int as workflow, r.graph_version_id::int as version, e.public_id as event, r.public_id as run`,
    [publicId],
  );
  const { workflow = 0, version = 0, event = '' } = rows.at(-1) ?? {};
  return { publicId, workflow, version, event, runs: rows.map(({ run }) => run) };
}

const isWaiting = async () => {
  const { rows } = await other.query(
    "select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
  );
  return rows.length > 0;
};

test('as many retries at once as there are connections do not wait for each other', async () => {
  const { publicId, runs } = await failedRuns(6);
  const responses = await Promise.all(runs.map((run) => post(`${publicId}/runs/${run}/retry`)));
  expect(responses.map(({ statusCode }) => statusCode)).toEqual(runs.map(() => 200));
  expect(new Set(responses.map((response) => response.json().runId)).size).toBe(runs.length);
});

test('the same events replayed twice at once get one run each', async () => {
  const { publicId, workflow, version, runs } = await failedRuns(2);
  await other.query('begin');
  await other.query('select 1 from workflow where id = $1 for no key update', [workflow]);
  const ids = ['1', '2'].map((digit) => `run_${digit.repeat(26)}`);
  await other.query(INSERT_BULK.text, [workflow, version, null, null, null, 2, ids]);
  const second = post(`${publicId}/replay`);
  await Promise.race([second, until(isWaiting)]);
  await other.query('commit');
  const response = (await second).json();
  expect([response.runs, response.left]).toEqual([0, 0]);
  const { rows } = await other.query('select count(*)::int as count from run where workflow_id = $1', [
    workflow,
  ]);
  expect(rows[0]).toEqual({ count: 2 * runs.length });
});

test.each(['replay', 'retry'])('a %s of what expires at this very moment finds nothing', async (kind) => {
  const { publicId, event, runs } = await failedRuns(1);
  await other.query('begin');
  await other.query('select 1 from webhook_event where public_id = $1 for update', [event]);
  const asked = post(`${publicId}/${kind === 'replay' ? `events/${event}/replay` : `runs/${runs[0]}/retry`}`);
  await until(isWaiting);
  await other.query('delete from webhook_event where public_id = $1', [event]);
  await other.query('commit');
  const response = await asked;
  expect([response.statusCode, response.json().code]).toEqual([404, 'NOT_FOUND']);
});

test('a statement within a transaction takes any text, time and list as it does on its own', async () => {
  const given = [`it's "a" \\ ? $1 {,}`, null, new Date(0), ['a"b', '\\', '', "c'?", 'é,{}'], 7] as const;
  const text =
    'select $1::text as a, $2::text as b, $3::timestamptz as c, $4::text[] as d, $5::int as e, $1::text as f';
  const rows = await inTransaction(site.services.orm, (em) => sqlWithin(em)({ name: 'any', text }, given));
  const [a, b, , d, e] = given;
  expect(rows).toEqual([{ a, b, c: '1970-01-01 00:00:00+00', d, e, f: a }]);
});

import pg from 'pg';
import { startTestApp, type TestApp } from '../support/app.ts';
import { type SignedIn, signIn } from '../support/login.ts';
import { until } from '../support/until.ts';
import { createWorkflow } from '../support/workflows.ts';

let site: TestApp;
let owner: SignedIn;
let other: pg.Client;

beforeAll(async () => {
  site = await startTestApp({ name: 'rerun-expired' });
  owner = await signIn(site);
  other = new pg.Client({ connectionString: site.services.config.DATABASE_URL });
  await other.connect();
});
afterAll(async () => {
  await other.end();
  await site.close();
});

const post = (path: string, payload = {}) =>
  site.app.inject({ method: 'POST', url: `/api/workflows/${path}`, headers: owner.headers, payload });

const isWaiting = async () => {
  const { rows } = await other.query(
    "select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
  );
  return rows.length > 0;
};

/** An event whose only run has failed. */
async function failedRun() {
  const { publicId } = await createWorkflow(site, owner, { status: 'ACTIVE' });
  await post(`${publicId}/webhook`);
  const { rows } = await other.query<{ event: string; run: string }>(
    `update run r set status = 'FAILED', ended_at = now() from webhook_event e, workflow w
     where e.id = r.event_id and w.id = r.workflow_id and w.public_id = $1
     returning e.public_id as event, r.public_id as run`,
    [publicId],
  );
  if (rows[0] === undefined) throw new Error('no run');
  return { publicId, ...rows[0] };
}

test.each(['replay', 'retry'])('a %s of what expires at this very moment finds nothing', async (kind) => {
  const { publicId, event, run } = await failedRun();
  await other.query('begin');
  await other.query('select 1 from webhook_event where public_id = $1 for update', [event]);
  const asked = post(`${publicId}/${kind === 'replay' ? `events/${event}/replay` : `runs/${run}/retry`}`);
  await until(isWaiting);
  await other.query('delete from webhook_event where public_id = $1', [event]);
  await other.query('commit');
  const answer = await asked;
  expect([answer.statusCode, answer.json().code]).toEqual([404, 'NOT_FOUND']);
});

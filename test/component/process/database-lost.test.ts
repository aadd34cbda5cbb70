import pg from 'pg';
import { logIn } from '../../../src/client/client.ts';
import { runMain } from '../../support/program.ts';
import { emptyDatabaseUrl, temporalAddress, testFolder, testTaskQueue } from '../../support/stack/stack.ts';
import { startTcpProxy } from '../../support/tcp-proxy.ts';
import { until } from '../../support/until.ts';
import { createFixture, eventOf } from '../../tools/chaos/fixture.ts';

/** No sender waits for longer than this for any response. */
const PATIENCE_MS = 30_000;

/** Sent events, by their numbers. */
const sent: number[] = [];
const accepted: number[] = [];
const rejected: number[] = [];

const databaseUrl = await emptyDatabaseUrl('database-lost');
const address = new URL(databaseUrl);
const way = await startTcpProxy({ host: address.hostname, port: Number(address.port) });
address.port = String(way.port);
const program = await runMain({
  NODE_ENV: 'test',
  ROLE: 'api',
  DATA_DIR: await testFolder('database-lost'),
  STAMP_THREADS: '1',
  DATABASE_URL: address.href,
  TEMPORAL_ADDRESS: await temporalAddress(),
  TEMPORAL_TASK_QUEUE: testTaskQueue('database-lost'),
  SANDBOX_PROCESSES: '1',
});
const who = { email: 'admin@example.com', password: 'correct horse' };
const api = await logIn({ baseUrl: program.url }, who);
const webhook = (await createFixture(api)).path;
async function post(): Promise<[number, string]> {
  const event = eventOf(sent.length + 1);
  sent.push(event.seq);
  const signal = AbortSignal.timeout(PATIENCE_MS);
  const response = await fetch(program.url + webhook, {
    method: 'POST',
    body: JSON.stringify(event),
    signal,
  });
  (response.status === 202 ? accepted : rejected).push(event.seq);
  return [response.status, await response.text()];
}

const failed = [500, 'Internal Server Error'];
const isAccepted = async () => (await post())[0] === 202;

test.each<[string, () => unknown]>([
  ['is down', () => way.close()],
  ['accepts connections and never responds', () => way.stall()],
])(
  'while the database %s senders get 500 and never 202; it needs no restart afterwards',
  async (_what, lose) => {
    await until(isAccepted);
    await lose();
    // More than the pool holds: neither those with a connection nor those waiting for one hang.
    expect(await Promise.all(Array.from({ length: 15 }, post))).toEqual(Array(15).fill(failed));
    const ready = await fetch(`${program.url}/readyz`);
    expect([ready.status, await ready.json()]).toMatchObject([503, { ready: false }]);
    await way.open();
    await until(isAccepted);
  },
);

test('connections that die without a word are given up and replaced', async () => {
  const list = () => api.GET('/api/workflows', { signal: AbortSignal.timeout(PATIENCE_MS) });
  const isListed = async () => (await list()).response.ok;
  await until(isListed);
  // As many at once as there can be, so that all of them are there to die.
  await Promise.all(Array.from({ length: 30 }, list));
  way.abandon();
  await Promise.all([until(isAccepted), until(isListed)]);
  const responses = await Promise.all(Array.from({ length: 15 }, post));
  expect(responses.map(([status]) => status)).toEqual(Array(15).fill(202));
});

test('every 202 has its event, once; an event that got 500 is there once or not at all', async () => {
  const database = new pg.Client({ connectionString: databaseUrl });
  await database.connect();
  const { rows } = await database.query<{ seq: number }>(
    `select (payload::json ->> 'seq')::int as seq from webhook_event order by 1`,
  );
  await database.end();
  const stored = rows.map((row) => row.seq);
  expect(stored).toEqual([...new Set(stored)]);
  expect(stored).toEqual(expect.arrayContaining(accepted));
  expect(rejected).toEqual(expect.arrayContaining(stored.filter((each) => !accepted.includes(each))));
});

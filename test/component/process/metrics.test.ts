import { runMain } from '../../support/program.ts';
import { emptyDatabaseUrl, temporalAddress, testFolder, testTaskQueue } from '../../support/stack/stack.ts';
import { until } from '../../support/until.ts';
import { triggerGraph } from '../../support/workflows/create-workflow.ts';

/** The metrics of a whole program, as a scraper gets them. */
const program = await runMain({
  DATA_DIR: await testFolder('metrics'),
  DATABASE_URL: await emptyDatabaseUrl('metrics'),
  TEMPORAL_ADDRESS: await temporalAddress(),
  TEMPORAL_TASK_QUEUE: testTaskQueue('metrics'),
  METRICS_PORT: '0',
});
const metricsUrl = /http:\S+$/.exec(JSON.parse(await program.line(/metrics are at/)).msg)?.[0] ?? '';

afterAll(async () => {
  program.kill('SIGTERM');
  await program.ended;
});

const scrape = async () => (await fetch(metricsUrl)).text();

/** The value of a sample, by its whole name with labels in the order they are written. */
async function sample(name: string): Promise<number | undefined> {
  const line = (await scrape()).split('\n').find((text) => text.startsWith(`${name} `));
  return line === undefined ? undefined : Number(line.split(' ')[1]);
}

test('requests are counted by route and status, never by address', async () => {
  await fetch(`${program.url}/api/templates/tpl_of_nobody`);
  await fetch(`${program.url}/nothing/here`);
  const counted = (route: string, status: number) =>
    `stamping_http_request_duration_seconds_count{method="GET",route="${route}",status="${status}"}`;
  await until(async () => (await sample(counted('/api/templates/:publicId', 401))) === 1);
  await until(async () => (await sample(counted('none', 404))) === 1);
  expect(await scrape()).not.toContain('tpl_of_nobody');
});

test('queues, the pool, the storage, the process and the Temporal client are in it', async () => {
  expect(await sample('stamping_outbox_events')).toBe(0);
  expect(await sample('stamping_runs_waiting')).toBe(0);
  expect(await sample('stamping_database_connections{state="wanted"}')).toBe(0);
  expect(
    await sample('stamping_storage_operation_duration_seconds_count{operation="check",outcome="ok"}'),
  ).toBeGreaterThan(0);
  expect(await sample('process_resident_memory_bytes')).toBeGreaterThan(10_000_000);
  await until(async () => /^temporal_\w+\{/m.test(await scrape()));
});

test('an event, its start and the end of its run are counted, once each', async () => {
  const credentials = { email: 'admin@example.com', password: 'correct horse' };
  const send = async (url: string, body: object, token = '', method = 'POST') => {
    const headers = {
      'content-type': 'application/json',
      ...(token && { authorization: `Bearer ${token}` }),
    };
    const response = await fetch(`${program.url}${url}`, { method, headers, body: JSON.stringify(body) });
    const text = await response.text();
    return text.startsWith('{') ? (JSON.parse(text) as Record<string, string>) : {};
  };
  const { accessToken } = await send('/api/auth/login', credentials);
  const steps = { name: 'Counted', triggerType: 'webhook', stepsJson: triggerGraph() };
  const { publicId } = await send('/api/workflows', steps, accessToken);
  await send(`/api/workflows/${publicId}`, { status: 'ACTIVE' }, accessToken, 'PUT');
  for (let time = 0; time < 2; time++) {
    await fetch(`${program.url}/api/workflows/${publicId}/webhook`, {
      method: 'POST',
      headers: { 'idempotency-key': 'the same' },
      body: '{}',
    });
  }
  await until(async () => (await sample('stamping_run_duration_seconds_count{status="COMPLETED"}')) === 1);
  expect(await sample('stamping_events_accepted_total')).toBe(1);
  expect(await sample('stamping_event_start_duration_seconds_count')).toBe(1);
});

test('the API does not serve them, and their port serves nothing else', async () => {
  expect((await fetch(`${program.url}/metrics`)).status).toBe(404);
  expect((await fetch(metricsUrl.replace('/metrics', '/readyz'))).status).toBe(404);
  expect((await fetch(metricsUrl)).headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
});

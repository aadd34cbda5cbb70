import path from 'node:path';
import { Client, Connection } from '@temporalio/client';
import { Runtime, Worker } from '@temporalio/worker';
import { pino } from 'pino';
import { workflowModules } from '../../../src/infra/tracing/open-tracing.ts';
import { loadWorkflowBundle } from '../../../workers/bundle.ts';
import { installRuntime } from '../../../workers/runtime.ts';
import { endedRuns, exampleEvent, openMainJob, openSession } from '../../support/main-job.ts';
import { type CollectedSpan, startOtlpCollector } from '../../support/otlp-collector.ts';
import { runMain } from '../../support/program.ts';
import {
  emptyDatabaseUrl,
  getStack,
  temporalAddress,
  testFolder,
  testTaskQueue,
} from '../../support/stack/stack.ts';
import { until } from '../../support/until.ts';

/** The traces of a whole program, as a collector gets them. */
const collector = await startOtlpCollector();
const cache = path.join((await getStack()).folder, 'bundles');
// Ahead of the program, which is waited for no longer than a start takes.
const workflowBundle = await loadWorkflowBundle(cache);
await loadWorkflowBundle(cache, { interceptors: workflowModules });
const program = await runMain({
  CACHE_DIR: cache,
  DATA_DIR: await testFolder('traces'),
  DATABASE_URL: await emptyDatabaseUrl('traces'),
  TEMPORAL_ADDRESS: await temporalAddress(),
  TEMPORAL_TASK_QUEUE: testTaskQueue('traces'),
  OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
  OTEL_BSP_SCHEDULE_DELAY: '100',
  RATE_LIMIT_PER_MINUTE: '0',
});
const session = await openSession(program.url);
const { workflowId } = await openMainJob(session);

afterAll(async () => {
  program?.kill('SIGTERM');
  await program?.ended;
  await collector.close();
});

/** Sends an event as part of a caller's trace. */
async function post(event: object, traceparent: string): Promise<number> {
  const response = await fetch(`${program.url}/api/workflows/${workflowId}/webhook`, {
    method: 'POST',
    headers: { traceparent },
    body: JSON.stringify(event),
  });
  return response.status;
}

const CALLER = '00f067aa0ba902b7';
const traceparent = (traceId: string, flags = '01') => `00-${traceId}-${CALLER}-${flags}`;

async function spansOf(traceId: string, last: string): Promise<CollectedSpan[]> {
  const find = () => collector.spans.filter((span) => span.traceId === traceId);
  await until(async () => find().some(({ name }) => name === last));
  return find();
}

test('one trace leads from the caller through request, start and run to the activity that fills', async () => {
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
  expect(await post(await exampleEvent(), traceparent(traceId))).toBe(202);
  const spans = await spansOf(traceId, 'RunWorkflow:runGraph');
  const path = ['RunNode:templateNode'];
  for (let at = spans.find(({ name }) => name === path[0]); at !== undefined; ) {
    const { parentSpanId } = at;
    at = spans.find(({ spanId }) => spanId === parentSpanId);
    path.push(at?.name ?? String(parentSpanId));
  }
  expect(path).toEqual([
    'RunNode:templateNode',
    'RunActivity:runInline',
    'StartActivity:runInline',
    'RunWorkflow:runGraph',
    'StartWorkflow:runGraph',
    'POST /api/workflows/:workflowId/webhook',
    CALLER,
  ]);
  expect(spans.map(({ name }) => name)).toEqual(expect.arrayContaining(['RunNode:composeNode', 'RecordRun']));
});

test('customer data is in no span, also where a node fails because of it', async () => {
  const traceId = 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa';
  const event = await exampleEvent();
  const marked = { ...event, customer: { ...event.customer, kind: 'canary-4417', company: ['canary-5528'] } };
  expect(await post(marked, traceparent(traceId))).toBe(202);
  await spansOf(traceId, 'RunWorkflow:runGraph');
  expect(await endedRuns(session, workflowId, 2)).toContain('FAILED');
  const failed = collector.spans.find(
    (span) => span.traceId === traceId && span.name === 'RunNode:templateNode',
  );
  expect(failed).toMatchObject({ status: { code: 2 }, events: [{ name: 'exception' }] });
  expect(collector.text()).not.toMatch(/canary|admin@example|correct horse|Bearer/);
});

test('a trace that its caller does not record is not recorded here either, and an invalid traceparent begins a new one', async () => {
  const unwanted = 'bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb';
  const before = collector.spans.length;
  expect(await post(await exampleEvent(), traceparent(unwanted, '00'))).toBe(202);
  expect(await post(await exampleEvent(), 'no traceparent')).toBe(202);
  await endedRuns(session, workflowId, 4);
  await until(async () => collector.spans.slice(before).some(({ name }) => name === 'RunWorkflow:runGraph'));
  expect(collector.text()).not.toContain(unwanted);
});

test('a run that began with traces goes on without them', async () => {
  const started = collector.spans.find(({ name }) => name === 'StartWorkflow:runGraph');
  const eventId =
    started?.attributes.find(({ key }) => key === 'temporalWorkflowId')?.value.stringValue ?? '';
  installRuntime({ logger: pino({ level: 'silent' }), metricsPort: null });
  const connection = await Connection.connect({ address: await temporalAddress() });
  try {
    const history = await new Client({ connection }).workflow.getHandle(eventId).fetchHistory();
    expect(JSON.stringify(history)).toContain('_tracer-data');
    await Worker.runReplayHistory({ workflowBundle }, history, eventId);
  } finally {
    await connection.close();
    await Runtime.instance().shutdown();
  }
});

test('a collector that rejects spans blocks nothing, and the log says so', async () => {
  collector.reject();
  expect(await post(await exampleEvent(), traceparent('c'.repeat(32)))).toBe(202);
  await endedRuns(session, workflowId, 5);
  await program.line(/traces are not taken/);
  program.kill('SIGTERM');
  expect(await program.ended).toBe(0);
});

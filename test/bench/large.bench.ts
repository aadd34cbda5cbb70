import { readFileSync } from 'node:fs';
import { Client, Connection } from '@temporalio/client';
import { type ApiClient, getData } from '../../src/client/client.ts';
import { graphOf } from '../support/runs/seed.ts';
import { until } from '../support/until.ts';
import { type BenchService, postEvent, setUpExample, startService } from './service.ts';
import { type Figure, timed } from './statistics.ts';

const NODES = 200;
const DOCUMENTS = 20;
const ELEMENTS = 1_000;
/** Temporal terminates a run with more events. */
const MAX_EVENTS = 51_200;
const MAX_MEGABYTES = 50;

const start = { type: 'webhookTrigger' };

type Graph = ReturnType<typeof graphOf>;

/** The largest graph there may be, and a loop with a document for each element: time, histories and memory. */
export async function benchLarge(): Promise<Figure[]> {
  const service = await startService();
  const connection = await Connection.connect({ address: service.parts.temporal?.address ?? '' });
  const engine = new Client({ connection });
  try {
    const { templateId } = await setUpExample(service.api);
    const measure = (graph: Graph, payload: object, what: string) =>
      measureRun({ service, engine, graph, payload, what });
    // The first documents load code and caches that stay in memory.
    await measure(loopOf(templateId), { rows: rowsOf(20) }, 'warm-up');
    return [
      ...(await measure(largestGraph(templateId), { name: 'Zofia' }, `${NODES} nodes in a row`)),
      ...(await measure(loopOf(templateId), { rows: rowsOf(ELEMENTS) }, `a loop of ${ELEMENTS} documents`)),
      ...(await measure(loopOf(templateId), { rows: rowsOf(ELEMENTS) }, 'the same loop again')),
    ];
  } finally {
    await connection.close();
    await service.stop();
  }
}

interface Measurement {
  service: BenchService;
  engine: Client;
  graph: Graph;
  payload: object;
  what: string;
}

async function measureRun({ service, engine, graph, payload, what }: Measurement): Promise<Figure[]> {
  const workflowId = await keepGraph(service.api, what, graph);
  const before = memoryOf(service.pid);
  const milliseconds = await timed(async () => {
    await postEvent(service.api, workflowId, payload);
    await until(async () => (await endOf(service, workflowId)).status !== 'RUNNING', 300_000);
  });
  const { status, error } = await endOf(service, workflowId);
  if (status !== 'COMPLETED') throw new Error(`The run of ${what} ended as ${status}: ${error}`);
  const histories = await historiesOf(engine, workflowId);
  const most = (of: (history: History) => number) => Math.max(...histories.map(of));
  return [
    { what: `${what}, from the POST to the end`, value: milliseconds / 1000, unit: 's' },
    {
      what: '  events of the longest history',
      value: most(({ events }) => events),
      unit: '',
      bound: { at: MAX_EVENTS, side: 'at most' },
    },
    {
      what: '  size of the largest history',
      value: most(({ bytes }) => bytes) / 2 ** 20,
      unit: 'MB',
      bound: { at: MAX_MEGABYTES, side: 'at most' },
    },
    { what: '  memory of the service, growth', value: memoryOf(service.pid) - before, unit: 'MB' },
  ];
}

/** As many nodes as a graph may have: most reshape, the last fill the template. */
function largestGraph(templateId: string): Graph {
  const ids = Array.from({ length: NODES - 1 }, (_, index) => `n${index}`);
  const compose = { type: 'composeNode', data: { mapping: { copy: '${event.name}' } } };
  const nodes = ids.map((id, index) => [
    id,
    index < ids.length - DOCUMENTS ? compose : fill(templateId, 'event.copy'),
  ]);
  const edges = ids.map((id, index) => `${index === 0 ? 'start' : ids[index - 1]}>${id}`);
  return graphOf({ start, ...Object.fromEntries(nodes) }, edges);
}

function loopOf(templateId: string): Graph {
  const line = { type: 'composeNode', data: { mapping: { line: '${index}: ${item.name}' } } };
  const each = { type: 'forEachNode', data: { items: 'event.rows' } };
  return graphOf({ start, each, line, fill: fill(templateId, 'event.line') }, [
    'start>each',
    'each>line',
    'line>fill',
  ]);
}

/** The columns that the example's template requires. */
function fill(templateId: string, path: string) {
  const columns = ['Agreement No', 'Customer', 'Address', 'Model'];
  const fieldMappings = Object.fromEntries(columns.map((column) => [column, path]));
  return { type: 'templateNode', data: { templateId, fieldMappings } };
}

const rowsOf = (count: number) => Array.from({ length: count }, (_, index) => ({ name: `Name ${index}` }));

async function keepGraph(api: ApiClient, name: string, stepsJson: Graph): Promise<string> {
  const body = { name, triggerType: 'webhook' as const, stepsJson };
  const { publicId } = await getData(api.POST('/api/workflows', { body }));
  const params = { path: { publicId } };
  await getData(api.PUT('/api/workflows/{publicId}', { params, body: { status: 'ACTIVE' } }));
  return publicId;
}

async function endOf(
  { database }: BenchService,
  workflowId: string,
): Promise<{ status: string; error?: string }> {
  const { rows } = await database.query<{ status: string; error: string }>(
    `select r.status, r.error::text from run r join workflow w on w.id = r.workflow_id where w.public_id = $1`,
    [workflowId],
  );
  return rows[0] ?? { status: 'RUNNING' };
}

interface History {
  events: number;
  bytes: number;
}

/** Histories of the run and of the chunks of its loop, after all of them have ended in Temporal. */
async function historiesOf(engine: Client, workflowId: string): Promise<History[]> {
  const found: History[] = [];
  for await (const { workflowId: id } of engine.workflow.list({
    query: `StampingWorkflow = "${workflowId}"`,
  })) {
    for await (const run of engine.workflow.list({ query: `WorkflowId STARTS_WITH "${id}"` })) {
      const handle = engine.workflow.getHandle(run.workflowId);
      await handle.result();
      const { raw } = await handle.describe();
      const info = raw.workflowExecutionInfo;
      found.push({ events: Number(info?.historyLength ?? 0), bytes: Number(info?.historySizeBytes ?? 0) });
    }
  }
  return found;
}

/** Resident, in MB. */
function memoryOf(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
}

import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { Client, Connection } from '@temporalio/client';
import { examples } from '../../src/cli/demo/templates.ts';
import { until } from '../support/until.ts';
import { processorTime, processorTimeOfFamilies } from './processor-time.ts';
import { type BenchService, postEvent, runProgram, setUpExample, startService } from './service.ts';
import { type Figure, median, timed } from './statistics.ts';

const RUNS = 120;
const WARM_UP = 20;

/**
 * From the POST's first byte to the document in the database, one after the other, against a bare run of the same
 * shape (two local activities, one regular, all empty) from start to result on the same server, alternately.
 */
export async function benchRun(): Promise<Figure[]> {
  const service = await startService();
  const worker = runProgram('test/bench/peers/bare-worker.ts', {
    env: { TEMPORAL_ADDRESS: service.parts.temporal?.address ?? '' },
  });
  const connection = await Connection.connect({ address: service.parts.temporal?.address ?? '' });
  try {
    await worker.line(/polling/);
    const client = new Client({ connection });
    const { workflowId } = await setUpExample(service.api);
    const body: object = JSON.parse(await readFile(path.join(examples, 'event.json'), 'utf8'));
    const bare: number[] = [];
    const ours: number[] = [];
    for (let i = 0; i < RUNS + WARM_UP; i++) {
      const bareMs = await timed(() =>
        client.workflow.execute('bareRun', {
          taskQueue: 'bench-bare',
          workflowId: `bare-${i}`,
          args: [JSON.stringify(body)],
        }),
      );
      const oursMs = await timed(() => postAndAwaitDocument(service, { workflowId, body, count: i + 1 }));
      if (i < WARM_UP) continue;
      bare.push(bareMs);
      ours.push(oursMs);
    }
    return [
      { what: 'bare Temporal run of the same shape, p50', value: median(bare), unit: 'ms' },
      { what: 'POST to stored document, p50', value: median(ours), unit: 'ms' },
      {
        what: 'ratio of the two',
        value: median(ours) / median(bare),
        unit: 'x',
        bound: { at: 1.3, side: 'at most' },
      },
    ];
  } finally {
    await connection.close();
    worker.kill('SIGTERM');
    await worker.ended;
    await service.stop();
  }
}

interface Delivery {
  workflowId: string;
  body: object;
  /** How many documents there are once this one is stored. */
  count: number;
}

async function postAndAwaitDocument(
  service: BenchService,
  { workflowId, body, count }: Delivery,
): Promise<void> {
  await postEvent(service.api, workflowId, body);
  const deadline = Date.now() + 20_000;
  for (;;) {
    const { rows } = await service.database.query<{ count: number }>(
      'select count(*)::int as count from document',
    );
    if (rows[0]?.count === count) return;
    if (Date.now() > deadline) throw new Error(`The document ${count} did not appear.`);
  }
}

const EVENTS = 300;

/** Cost of many runs. */
interface Load {
  perSecond: number;
  /** Processor time of one run, in milliseconds. */
  worker: number;
  engine: number;
  database: number;
}

/**
 * How many runs a second end, documents included, when all are there at once, and what a run costs the processor; against
 * as many bare runs on the same server.
 */
export async function benchThroughput(): Promise<Figure[]> {
  const service = await startService();
  const address = service.parts.temporal?.address ?? '';
  const worker = runProgram('test/bench/peers/bare-worker.ts', { env: { TEMPORAL_ADDRESS: address } });
  const connection = await Connection.connect({ address });
  try {
    const bareUrl = (await worker.line(/polling at/)).replace(/.* /, '');
    const client = new Client({ connection });
    const { workflowId } = await setUpExample(service.api);
    const text = await readFile(path.join(examples, 'event.json'), 'utf8');
    const body: object = JSON.parse(text);

    const bare = (round: string) => (index: number) =>
      client.workflow.execute('bareRun', {
        taskQueue: 'bench-bare',
        workflowId: `${round}-${index}`,
        args: [text],
      });
    const bareEager = (round: string) => async (index: number) => {
      const response = await fetch(`${bareUrl}/bareLocalRun/${round}-${index}`, {
        method: 'POST',
        body: text,
      });
      await response.arrayBuffer();
    };
    const many = (count: number, run: (index: number) => Promise<unknown>) =>
      Promise.all(Array.from({ length: count }, (_, index) => run(index)));
    let posted = 0;
    const ours = async (count: number) => {
      posted += count;
      for (let i = 0; i < count; i++) await postEvent(service.api, workflowId, body);
      await until(async () => {
        const { rows } = await service.database.query<{ count: number }>(
          `select count(*)::int as count from run where status = 'COMPLETED'`,
        );
        return rows[0]?.count === posted;
      }, 120_000);
    };

    await many(WARM_UP, bare('warm'));
    await many(WARM_UP, bareEager('warm-eager'));
    await ours(WARM_UP);
    const measure = (pid: number, work: () => Promise<unknown>) => loadOf({ service, pid, work });
    const bareLoad = await measure(worker.pid, () => many(EVENTS, bare('at-once')));
    const eagerLoad = await measure(worker.pid, () => many(EVENTS, bareEager('at-once-eager')));
    const ourLoad = await measure(service.pid, () => ours(EVENTS));
    return [
      ...figuresOf(`bare runs with a remote stamp, ${EVENTS} at once`, bareLoad),
      ...figuresOf(`bare runs, all local and started eagerly, ${EVENTS} at once`, eagerLoad),
      ...figuresOf(`finished runs, ${EVENTS} events at once`, ourLoad, 38),
      {
        what: 'ratio to bare runs with a remote stamp',
        value: ourLoad.perSecond / bareLoad.perSecond,
        unit: 'x',
        bound: { at: 0.8, side: 'at least' },
      },
      { what: 'ratio to bare runs, all local', value: ourLoad.perSecond / eagerLoad.perSecond, unit: 'x' },
    ];
  } finally {
    await connection.close();
    worker.kill('SIGTERM');
    await worker.ended;
    await service.stop();
  }
}

async function loadOf(given: {
  service: BenchService;
  /** Of the program with the worker. */
  pid: number;
  work: () => Promise<unknown>;
}): Promise<Load> {
  const { postgres, temporal } = given.service.parts;
  const look = async () => ({
    worker: await processorTime(given.pid),
    engine: await processorTime(temporal?.pid ?? 0),
    database: await processorTimeOfFamilies([postgres?.pid ?? 0]),
  });
  const before = await look();
  const milliseconds = await timed(given.work);
  const after = await look();
  return {
    perSecond: (EVENTS / milliseconds) * 1000,
    worker: (after.worker - before.worker) / EVENTS,
    engine: (after.engine - before.engine) / EVENTS,
    database: (after.database - before.database) / EVENTS,
  };
}

function figuresOf(what: string, load: Load, atLeast?: number): Figure[] {
  const { perSecond, worker, engine, database } = load;
  const bound = atLeast !== undefined && { bound: { at: atLeast, side: 'at least' as const } };
  return [
    { what, value: perSecond, unit: 'runs/s', ...bound },
    { what: '  processor time of a run, worker', value: worker, unit: 'ms' },
    { what: '  engine', value: engine, unit: 'ms' },
    { what: '  database', value: database, unit: 'ms' },
  ];
}

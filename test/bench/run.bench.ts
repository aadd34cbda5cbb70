import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { Client, Connection } from '@temporalio/client';
import { examples } from '../../scripts/demo/templates.ts';
import { until } from '../support/until.ts';
import { type BenchService, postEvent, runProgram, setUpExample, startService } from './service.ts';
import { type Figure, median, timed } from './statistics.ts';

const RUNS = 120;
const WARM_UP = 20;

/**
 * From the POST's first byte to the document in the database, one after the other, against a bare run of the same
 * shape (two local activities, one regular, all empty) from start to result on the same server. In turn.
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

/** How many runs a second end, documents included, when all are there at once; against as many bare runs. */
export async function benchThroughput(): Promise<Figure[]> {
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
    const text = JSON.stringify(body);
    const bareRun = (id: string) =>
      client.workflow.execute('bareRun', { taskQueue: 'bench-bare', workflowId: id, args: [text] });
    await Promise.all(Array.from({ length: WARM_UP }, (_, index) => bareRun(`warm-${index}`)));
    const bareMs = await timed(() =>
      Promise.all(Array.from({ length: EVENTS }, (_, index) => bareRun(`at-once-${index}`))),
    );
    const oursMs = await timed(async () => {
      for (let i = 0; i < EVENTS; i++) await postEvent(service.api, workflowId, body);
      await until(async () => {
        const { rows } = await service.database.query<{ count: number }>(
          `select count(*)::int as count from run where status = 'COMPLETED'`,
        );
        return rows[0]?.count === EVENTS;
      }, 120_000);
    });
    return [
      { what: `bare runs a second, ${EVENTS} at once`, value: (EVENTS / bareMs) * 1000, unit: 'runs/s' },
      {
        what: `finished runs a second, ${EVENTS} events at once`,
        value: (EVENTS / oursMs) * 1000,
        unit: 'runs/s',
        bound: { at: 38, side: 'at least' },
      },
      {
        what: 'ratio of the two',
        value: bareMs / oursMs,
        unit: 'x',
        bound: { at: 0.8, side: 'at least' },
      },
    ];
  } finally {
    await connection.close();
    worker.kill('SIGTERM');
    await worker.ended;
    await service.stop();
  }
}

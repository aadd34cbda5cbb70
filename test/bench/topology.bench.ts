import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { examples } from '../../src/cli/demo/templates.ts';
import { type ApiClient, logIn } from '../../src/client/client.ts';
import { until } from '../support/until.ts';
import { admin, startTopology } from '../tools/topology/start-topology.ts';
import { processorTimeOfFamilies } from './processor-time.ts';
import { postEvent, setUpExample, startService } from './service.ts';
import type { Figure } from './statistics.ts';

const WORKERS = [1, 2, 4];
/** There at once, for the rate. */
const FLOOD = 600;
/** At a steady pace, for the times of single runs. */
const PACED = 150;
const PACE_MS = 100;
const WARM_UP = 60;
const AT_ONCE = 16;

const nothing = () => {};
const quietly = { log: nothing, onLine: nothing, interrupt: new AbortController().signal };

/** The service in one arrangement of its processes. */
interface Arrangement {
  what: string;
  api: ApiClient;
  database: pg.Pool;
  /** Of everything that belongs to it, by part. */
  parts: Readonly<Record<string, readonly number[]>>;
}

/**
 * Runs a second, their times and their processor time on the services of the compose file, with more and more worker
 * processes, and with everything embedded in one. On as many cores as there are, further workers bring nothing: they
 * must not cost anything either.
 */
export async function benchTopology(): Promise<Figure[]> {
  const figures = await measureEmbedded();
  const rates: number[] = [];
  for (const workers of WORKERS) {
    const measured = await measureWorkers(workers);
    rates.push(measured[0]?.value ?? 0);
    figures.push(...measured);
  }
  const [one = 0, two = 0] = rates;
  const bound = { at: 0.95, side: 'at least' } as const;
  return [...figures, { what: 'two workers against one, runs a second', value: two / one, unit: 'x', bound }];
}

async function measureWorkers(workers: number): Promise<Figure[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'bench-topology-'));
  try {
    const topology = await startTopology({ folder, apis: 1, workers, ...quietly });
    const database = new pg.Pool({ connectionString: topology.databases.stamping, max: 2 });
    try {
      const { apis, temporal, postgres, s3 } = topology;
      return await measure({
        what: `${workers} worker${workers === 1 ? '' : 's'}`,
        api: await logIn({ baseUrl: apis[0]?.url ?? '' }, admin),
        database,
        parts: {
          API: apis.map(({ pid }) => pid()),
          workers: topology.workers.map(({ pid }) => pid()),
          Temporal: [temporal.pid()],
          PostgreSQL: [postgres.pid()],
          S3: [s3.pid],
        },
      });
    } finally {
      await database.end();
      await topology.stop();
    }
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function measureEmbedded(): Promise<Figure[]> {
  const service = await startService();
  try {
    const { api, database, pid } = service;
    return await measure({ what: 'embedded', api, database, parts: { all: [pid] } });
  } finally {
    await service.stop();
  }
}

async function measure({ what, api, database, parts }: Arrangement): Promise<Figure[]> {
  const { workflowId } = await setUpExample(api);
  const body: object = JSON.parse(await readFile(path.join(examples, 'event.json'), 'utf8'));
  const post = () => postEvent(api, workflowId, body);
  const flood = async (count: number) => {
    const before = await countEnded(database);
    let left = count;
    const began = performance.now();
    const sendSome = async () => {
      while (left-- > 0) await post();
    };
    await Promise.all(Array.from({ length: AT_ONCE }, sendSome));
    await until(async () => (await countEnded(database)) === before + count, 300_000);
    return (performance.now() - began) / 1000;
  };
  await flood(WARM_UP);
  const before = await cpuOf(parts);
  const seconds = await flood(FLOOD);
  const after = await cpuOf(parts);

  const ended = await countEnded(database);
  const open = new Set<Promise<void>>();
  for (let index = 0; index < PACED; index++) {
    open.add(post());
    await delay(PACE_MS);
  }
  await Promise.all(open);
  await until(async () => (await countEnded(database)) === ended + PACED, 300_000);
  const { rows } = await database.query<{ p50: number; p99: number }>(TIMES, [PACED]);
  return [
    { what: `${what}: runs a second, ${FLOOD} events at once`, value: FLOOD / seconds, unit: 'runs/s' },
    ...Object.entries(after).map(([part, cpu]) => ({
      what: `${what}: processor time a run, ${part}`,
      value: ((cpu - (before[part] ?? 0)) / FLOOD) * 1000,
      unit: 'ms',
    })),
    { what: `${what}: event to ended run, 10 a second, p50`, value: rows[0]?.p50 ?? Number.NaN, unit: 'ms' },
    { what: `${what}: event to ended run, 10 a second, p99`, value: rows[0]?.p99 ?? Number.NaN, unit: 'ms' },
  ];
}

/** Seconds, by part. */
async function cpuOf(parts: Arrangement['parts']): Promise<Record<string, number>> {
  const seconds: Record<string, number> = {};
  for (const [part, pids] of Object.entries(parts))
    seconds[part] = (await processorTimeOfFamilies(pids)) / 1000;
  return seconds;
}

async function countEnded(database: pg.Pool): Promise<number> {
  const { rows } = await database.query<{ count: number }>(
    `select count(*)::int as count from run where status = 'COMPLETED'`,
  );
  return rows[0]?.count ?? 0;
}

/** By the database's clock, of the last runs. */
const TIMES = `
  with times as (
    select extract(epoch from r.ended_at - e.received_at)::float * 1000 as ms
    from run r join webhook_event e on e.id = r.event_id
    order by r.id desc limit $1
  )
  select percentile_cont(0.5) within group (order by ms) as p50,
         percentile_cont(0.99) within group (order by ms) as p99 from times`;

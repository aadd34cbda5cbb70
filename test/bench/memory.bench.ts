import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { examples } from '../../src/cli/demo/templates.ts';
import { getData } from '../../src/client/client.ts';
import { until } from '../support/until.ts';
import { rowsCsv, stamp } from './example-rows.ts';
import { type BenchService, postEvent, setUpExample, startService } from './service.ts';
import { type Figure, timed } from './statistics.ts';

/** A process at rest has this long to give memory back. */
const REST_MS = 60_000;
const ROWS = 1000;
const WEBHOOKS = 500;
const READS = 10_000;
/** Requests under way at once. */
const CONNECTIONS = 16;

/** Bounds in MB: the main process, and all processes together. */
const BOUNDS = { main: 220, all: 500 };

/**
 * Memory of the service with everything embedded, 60 seconds after its start and again 60 seconds after a burst, by
 * part; and the time of the first requests after the rest, beside the same requests at once again.
 */
export async function benchMemory(): Promise<Figure[]> {
  const service = await startService();
  try {
    const example = await setUpExample(service.api);
    await delay(REST_MS);
    const afterStart = figuresOf('after the start', memoryByPart(service));
    await burst(service, example);
    const atWork = figuresOf('at the end of the burst', memoryByPart(service), { bounded: false });
    await delay(REST_MS);
    const afterBurst = figuresOf('after the burst', memoryByPart(service));
    return [...afterStart, ...atWork, ...afterBurst, ...(await firstRequests(service, example))];
  } finally {
    await service.stop();
  }
}

type Example = Awaited<ReturnType<typeof setUpExample>>;

async function burst({ api, database }: BenchService, { templateId, workflowId }: Example): Promise<void> {
  await stamp(api, templateId, await rowsCsv(ROWS));
  const event = JSON.parse(await readFile(path.join(examples, 'event.json'), 'utf8')) as object;
  await inParallel(WEBHOOKS, () => postEvent(api, workflowId, event));
  await until(async () => {
    const { rows } = await database.query("select 1 from run where status in ('RUNNING', 'WAITING') limit 1");
    return rows.length === 0;
  }, 300_000);
  await inParallel(READS, () => getData(api.GET('/api/me')));
}

async function inParallel(times: number, work: (i: number) => Promise<unknown>): Promise<void> {
  let next = 0;
  const worker = async () => {
    while (next < times) await work(next++);
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, worker));
}

/** Milliseconds of the first requests after a rest: each once, and once more when everything is warm. */
async function firstRequests({ api }: BenchService, { templateId }: Example): Promise<Figure[]> {
  const csv = await rowsCsv(1);
  const requests: Record<string, () => Promise<unknown>> = {
    'a read': () => getData(api.GET('/api/me')),
    'a stamp of one row': () => stamp(api, templateId, csv),
  };
  const figures: Figure[] = [];
  for (const [what, request] of Object.entries(requests)) {
    const cold = await timed(request);
    const warm = Math.min(await timed(request), await timed(request), await timed(request));
    figures.push({
      what: `${what} after the rest, beyond the same request at once again (${Math.round(warm)} ms)`,
      value: cold - warm,
      unit: 'ms',
      bound: { at: 150, side: 'at most' },
    });
  }
  return figures;
}

interface Parts {
  main: number;
  'Temporal server': number;
  PostgreSQL: number;
  'child processes': number;
}

function figuresOf(when: string, parts: Parts, { bounded = true } = {}): Figure[] {
  const all = Object.values(parts).reduce((sum, mb) => sum + mb, 0);
  const row = (what: string, value: number, at?: number): Figure => ({
    what: `${when}: ${what}`,
    value,
    unit: 'MB',
    ...(at !== undefined && bounded && { bound: { at, side: 'at most' as const } }),
  });
  return [
    row('all processes', all, BOUNDS.all),
    row('main process', parts.main, BOUNDS.main),
    row('Temporal server', parts['Temporal server']),
    row('PostgreSQL', parts.PostgreSQL),
    row('child processes', parts['child processes']),
  ];
}

/** Proportional set size (`/proc/<pid>/smaps_rollup`) of the program and its descendants: shared pages count once. */
function memoryByPart({ pid, parts }: BenchService): Parts {
  const temporal = parts.temporal?.pid ?? 0;
  const postgres = parts.postgres?.pid ?? 0;
  const servers = sumOf([temporal]) + sumOf([postgres]);
  const sum: Parts = {
    main: proportionalMb(pid),
    'Temporal server': sumOf([temporal]),
    PostgreSQL: sumOf([postgres]),
    'child processes': 0,
  };
  sum['child processes'] = sumOf([pid]) - sum.main - servers;
  return sum;
}

/** MB of these processes and all below them. */
function sumOf(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => sum + proportionalMb(pid) + sumOf(childrenOf(pid)), 0);
}

function childrenOf(pid: number): number[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
  } catch {
    return [];
  }
}

function proportionalMb(pid: number): number {
  try {
    const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
    return (Number(/^Pss:\s+(\d+)/m.exec(rollup)?.[1] ?? 0) * 1024) / 1e6;
  } catch {
    return 0;
  }
}

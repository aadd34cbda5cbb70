import { readdir, readFile } from 'node:fs/promises';
import pg from 'pg';
import { familyOf } from '../../chaos/processes.ts';
import type { Topology } from '../start-topology.ts';

/** What one process and those it started hold. */
export interface Holding {
  /** Resident memory in MB; of a page that several share each has its part. */
  memory: number;
  /** Open file descriptors. */
  handles: number;
}

/** What there is at one moment. */
export interface Sample {
  minute: number;
  accepted: number;
  /** By process: `api-1`, `worker-2`, `temporal`, `postgres`. */
  processes: Record<string, Holding>;
  /** Bytes of all tables and indexes, by database. */
  databases: Record<string, number>;
  histories: Histories;
}

export interface Histories {
  /** Runs that have ended, and their mean number of history events. */
  ended: number;
  meanEvents: number;
  /** Of workflows that go on: how many there are. */
  open: number;
}

/** Measures the topology now. */
export async function takeSample(
  topology: Topology,
  { minute, accepted }: { minute: number; accepted: number },
): Promise<Sample> {
  const { apis, workers, temporal, postgres, databases } = topology;
  const pids = [...apis, ...workers].map(({ name, pid }) => [name, pid()] as const);
  const processes: Record<string, Holding> = {};
  for (const [name, pid] of [...pids, ['temporal', temporal.pid()], ['postgres', postgres.pid()]] as const) {
    processes[name] = await holdingOf(pid);
  }
  const sizes: Record<string, number> = {};
  for (const [name, url] of Object.entries(databases)) sizes[name] = await sizeOf(url);
  const histories = await historiesOf(databases.temporal_visibility);
  return { minute, accepted, processes, databases: sizes, histories };
}

async function holdingOf(pid: number): Promise<Holding> {
  const holding = { memory: 0, handles: 0 };
  for (const member of await familyOf(pid)) {
    // One that has just ended holds nothing.
    const rollup = await readFile(`/proc/${member}/smaps_rollup`, 'utf8').catch(() => '');
    holding.memory += Number(/^Pss:\s+(\d+)/m.exec(rollup)?.[1] ?? 0) / 1024;
    holding.handles += (await readdir(`/proc/${member}/fd`).catch(() => [])).length;
  }
  return { ...holding, memory: Math.round(holding.memory) };
}

async function sizeOf(url: string): Promise<number> {
  const [row] = await ask<{ bytes: string }>(
    url,
    `select coalesce(sum(pg_total_relation_size(c.oid)), 0) as bytes
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and n.nspname = 'public'`,
  );
  return Number(row?.bytes);
}

/** The state 1 is RUNNING; what ended has the length of its history. */
async function historiesOf(url: string): Promise<Histories> {
  const [row] = await ask<{ ended: number; mean: number | null; open: number }>(
    url,
    `select count(*) filter (where status <> 1)::int as ended, count(*) filter (where status = 1)::int as open,
       avg(history_length) filter (where status <> 1 and workflow_type_name = 'runGraph')::float as mean
     from executions_visibility`,
  );
  return { ended: row?.ended ?? 0, meanEvents: row?.mean ?? 0, open: row?.open ?? 0 };
}

async function ask<Row extends pg.QueryResultRow>(url: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

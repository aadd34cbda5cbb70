import { readdir, readFile } from 'node:fs/promises';
import pg from 'pg';
import { processTree } from '../../chaos/processes.ts';
import type { Topology } from '../start-topology.ts';

/** Resources of a process and its descendants. */
interface ResourceUse {
  /** Resident memory in MB, with shared pages divided among the processes (PSS). */
  memory: number;
  /** Open file descriptors. */
  handles: number;
}

export interface Sample {
  minute: number;
  /** Events accepted so far. */
  accepted: number;
  /** By process: `api-1`, `worker-2`, `temporal`, `postgres`. */
  processes: Record<string, ResourceUse>;
  /** Size of all tables and indexes in bytes, by database. */
  databases: Record<string, number>;
  histories: Histories;
}

export interface Histories {
  /** Number of closed workflows. */
  ended: number;
  /** Mean number of history events of a closed run. */
  meanEvents: number;
  /** Number of open workflows. */
  open: number;
}

export async function takeSample(
  topology: Topology,
  { minute, accepted }: { minute: number; accepted: number },
): Promise<Sample> {
  const { apis, workers, temporal, postgres, databases } = topology;
  const pids = [...apis, ...workers].map(({ name, pid }) => [name, pid()] as const);
  const processes: Record<string, ResourceUse> = {};
  for (const [name, pid] of [...pids, ['temporal', temporal.pid()], ['postgres', postgres.pid()]] as const) {
    processes[name] = await resourceUseOf(pid);
  }
  const sizes: Record<string, number> = {};
  for (const [name, url] of Object.entries(databases)) sizes[name] = await sizeOf(url);
  const histories = await historiesOf(databases.temporal_visibility);
  return { minute, accepted, processes, databases: sizes, histories };
}

async function resourceUseOf(pid: number): Promise<ResourceUse> {
  const use = { memory: 0, handles: 0 };
  for (const member of await processTree(pid)) {
    // A process that has just ended counts as 0.
    const rollup = await readFile(`/proc/${member}/smaps_rollup`, 'utf8').catch(() => '');
    use.memory += Number(/^Pss:\s+(\d+)/m.exec(rollup)?.[1] ?? 0) / 1024;
    use.handles += (await readdir(`/proc/${member}/fd`).catch(() => [])).length;
  }
  return { ...use, memory: Math.round(use.memory) };
}

async function sizeOf(url: string): Promise<number> {
  const [row] = await query<{ bytes: string }>(
    url,
    `select coalesce(sum(pg_total_relation_size(c.oid)), 0) as bytes
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and n.nspname = 'public'`,
  );
  return Number(row?.bytes);
}

/** Status 1 is RUNNING. */
async function historiesOf(url: string): Promise<Histories> {
  const [row] = await query<{ ended: number; mean: number | null; open: number }>(
    url,
    `select count(*) filter (where status <> 1)::int as ended, count(*) filter (where status = 1)::int as open,
       avg(history_length) filter (where status <> 1 and workflow_type_name = 'runGraph')::float as mean
     from executions_visibility`,
  );
  return { ended: row?.ended ?? 0, meanEvents: row?.mean ?? 0, open: row?.open ?? 0 };
}

async function query<Row extends pg.QueryResultRow>(url: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

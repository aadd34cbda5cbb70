import { randomUUID } from 'node:crypto';
import { NodeError } from '../../../../workflows/graph/node-error.ts';
import type { Clock } from '../../../infra/clock.ts';
import { createLimiter } from '../../../infra/limiter.ts';
import type { Logger } from '../../../infra/logger.ts';
import { createLoop } from '../../../infra/loop.ts';
import type { Sql } from '../../../infra/sql.ts';

/** A node of a run; in a loop with the number of its item. */
export interface GuardedNode {
  runId: string;
  nodeId: string;
  itemIndex: number;
}

/**
 * Keeps a node that ends its process from doing so for ever. Processes with a worker register in the database. After one
 * has died, the nodes of runs that are older than its death run one at a time for two minutes, each noted in the database
 * before; a node that was at work alone at two more deaths fails. Without a death it costs nothing for each node.
 */
export interface CrashGuard {
  /** Registers this process. To be called before the worker takes tasks. */
  start(): Promise<void>;
  /** Runs the work of a node. Throws NodeError if the node has ended its process repeatedly. */
  run<Result>(node: GuardedNode, work: () => Promise<Result>): Promise<Result>;
  /** Removes this process: it ends as intended. */
  close(): Promise<void>;
}

const HEARTBEAT_MS = 2_000;
/** Milliseconds after a death in which nodes of older runs run one at a time. */
const CAREFUL_MS = 2 * 60_000;
/** Deaths at which a node was at work alone, until it fails. Two, because a process can be killed for other reasons. */
const MAX_DEATHS = 2;

/** Registers a process; returns the time of the last death of another one. Silent for 6 seconds means dead. */
const HEARTBEAT = {
  name: 'crash_guard_heartbeat',
  text: `
    with beat as (
      insert into worker_process (id, seen_at) values ($1, $2::timestamptz)
      on conflict (id) do update set seen_at = excluded.seen_at, died_at = null
    ), dead as (
      update worker_process set died_at = $2::timestamptz
      where died_at is null and id <> $1 and seen_at < $2::timestamptz - interval '6 seconds'
      returning died_at
    ), forgotten as (
      delete from worker_process where died_at < $2::timestamptz - interval '1 hour'
    )
    select (extract(epoch from max(died_at)) * 1000)::float8 as died_at
    from (select died_at from worker_process union all select died_at from dead) deaths`,
};
const LEAVE = { name: 'crash_guard_leave', text: 'delete from worker_process where id = $1' };

/** Notes that a node begins, if its run is older than the death. Returns nothing for younger runs. */
const BEGIN = {
  name: 'crash_guard_begin',
  text: `
    insert into node_crash as c (run_public_id, node, starts, started_at)
    select public_id, $2, 1, now() from run where public_id = $1 and started_at <= to_timestamp($3::float8 / 1000)
    on conflict (run_public_id, node) do update set starts = c.starts + 1, started_at = now()
    returning starts`,
};
const IS_OLDER = {
  name: 'crash_guard_is_older',
  text: 'select 1 from run where public_id = $1 and started_at <= to_timestamp($2::float8 / 1000)',
};
const END = {
  name: 'crash_guard_end',
  text: 'delete from node_crash where run_public_id = $1 and node = $2',
};

export function createCrashGuard(deps: { sql: Sql; clock: Clock; logger: Logger }): CrashGuard {
  const { sql, clock, logger } = deps;
  const id = randomUUID();
  const alone = createLimiter({
    concurrency: 1,
    busy: () => new Error('This queue has no limit.'),
  });
  let diedAt: number | null = null;

  const beat = async () => {
    const [row] = await sql<{ died_at: number | null }>(HEARTBEAT, [id, clock.now()]);
    const last = row?.died_at ?? null;
    if (last !== null && last > (diedAt ?? 0)) {
      logger.warn({ diedAt: new Date(last) }, 'a process with a worker ended without stopping');
    }
    diedAt = last;
    return false;
  };
  const heartbeat = createLoop(HEARTBEAT_MS, beat, logger);

  const runAlone = async <Result>(node: GuardedNode, died: number, work: () => Promise<Result>) => {
    const key = `${node.nodeId}#${node.itemIndex}`;
    const [begun] = await sql<{ starts: number }>(BEGIN, [node.runId, key, died]);
    const deaths = (begun?.starts ?? 1) - 1;
    try {
      if (deaths >= MAX_DEATHS) {
        const advice = 'Simplify the node, or give it less data.';
        throw new NodeError(
          `The service ended ${deaths} times while it worked on this node alone. ${advice}`,
        );
      }
      return await work();
    } finally {
      await sql(END, [node.runId, key]);
    }
  };

  return {
    async start() {
      await beat();
      heartbeat.start();
    },
    async run(node, work) {
      const died = diedAt;
      if (died === null || clock.now().getTime() - died > CAREFUL_MS) return work();
      const [older] = await sql(IS_OLDER, [node.runId, died]);
      if (older === undefined) return work();
      return alone.run(node.runId, () => runAlone(node, died, work));
    },
    async close() {
      await heartbeat.close();
      await sql(LEAVE, [id]);
    },
  };
}

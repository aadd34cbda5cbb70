import { notFound } from '../../../errors.ts';
import { hasCode } from '../../../infra/error-code.ts';
import { createOrderedPublicId } from '../../../infra/public-id.ts';
import type { Sql, Statement } from '../../../infra/sql.ts';

/** A new run of a stored event. `key`: a repeated request with the same key gets the same run. */
interface RerunRow {
  eventId: string;
  /** Taken unless a replay is the event's first run: that has the event's own id. */
  runId: string;
  graphVersionId: number;
  key: string | null;
  /** The run that a retry continues, and its nodes that are not run again. Null: a replay. */
  retried: { runId: number; kept: readonly string[] } | null;
}

/** Events of a workflow to replay. `status`: of the event's last run, or STORED for events without a run. */
interface BulkRow {
  workflowId: number;
  graphVersionId: number;
  from: Date | null;
  before: Date | null;
  status: string | null;
  limit: number;
}

/**
 * Inserts replays and retries as pending runs. `within`: a transaction that has locked the rows that must not change
 * meanwhile.
 */
export interface RerunRepository {
  /** Returns the id of the run: that of an earlier run if the key was used before. Throws NOT_FOUND. */
  insert(row: RerunRow, within?: Sql): Promise<string>;
  /** Replays the oldest events without an unfinished run. `left`: how many more match. */
  insertBulk(row: BulkRow, within?: Sql): Promise<{ runIds: string[]; left: number }>;
}

export function createRerunRepository(sql: Sql): RerunRepository {
  return {
    async insert({ eventId, runId, graphVersionId, key, retried }, within = sql) {
      const values = [eventId, runId, graphVersionId, key, retried?.runId ?? null, retried?.kept ?? []];
      // A statement that waited for the same request does not see its row; the next statement does.
      for (let attempt = 0; attempt < 2; attempt++) {
        const [row] = await within<{ runId: string }>(INSERT_RERUN, values).catch(notFoundIfDeleted);
        if (row !== undefined) return row.runId;
      }
      throw deleted();
    },
    async insertBulk({ workflowId, graphVersionId, from, before, status, limit }, within = sql) {
      const newIds = Array.from({ length: limit }, () => createOrderedPublicId('run'));
      const rows = await within<{ runId: string | null; left: number }>(INSERT_BULK, [
        workflowId,
        graphVersionId,
        from,
        before,
        status,
        limit,
        newIds,
      ]);
      return {
        runIds: rows.flatMap(({ runId }) => (runId === null ? [] : [runId])),
        left: rows[0]?.left ?? 0,
      };
    },
  };
}

const deleted = () => notFound('The event or run');

/** A foreign key rejects a run whose event was deleted, or expired, while the statement waited. */
function notFoundIfDeleted(error: unknown): never {
  throw hasCode(error, '23503') ? deleted() : error;
}

/**
 * The event's first run has the event's ULID and its id in Temporal; every other run has its own. The row is inserted
 * with a lease: this process starts the run, and the sweeper only if this process dies. A retry starts with the results,
 * documents and mails that are not made again, and with the ends of its waits; `$5` is null for a replay.
 */
export const INSERT_RERUN: Statement = {
  name: 'rerun',
  text: `
    with event as (
      select id, workflow_id, public_id, 'run_' || substr(public_id, 5) as first_id,
             $5::bigint is null
               and not exists (select from run where public_id = 'run_' || substr(e.public_id, 5)) as is_first
      from webhook_event e where public_id = $1
    ), made as (
      insert into run (public_id, event_id, workflow_id, graph_version_id, engine_workflow_id, kind, source_run_id,
                       request_key, dispatch, leased_until)
      select case when is_first then first_id else $2 end, id, workflow_id, $3::bigint,
             case when is_first then public_id else $2 end,
             case when $5::bigint is null then 'REPLAY' else 'RETRY' end, $5::bigint, $4, 'PENDING',
             now() + interval '10 seconds'
      from event
      on conflict do nothing
      returning id, public_id
    ), nodes as (
      insert into run_node (run_id, position, node_id, type, status, attempts, input, output, started_at, ended_at)
      select made.id, n.position, n.node_id, n.type, n.status, n.attempts, n.input, n.output, n.started_at, n.ended_at
      from made, run_node n
      where n.run_id = $5::bigint and n.item_index = -1 and n.status = 'COMPLETED' and n.node_id = any($6::text[])
    ), waits as (
      insert into run_node (run_id, position, node_id, type, status, output, item_index)
      select made.id, n.position, n.node_id, n.type, 'PENDING', n.output, n.item_index
      from made, run_node n
      where n.run_id = $5::bigint and n.type = 'delayNode' and n.output is not null
    ), documents as (
      insert into document_reuse (run_id, document_id)
      select made.id, d.id from made, document d where d.run_id = $5::bigint
      union
      select made.id, u.document_id from made, document_reuse u where u.run_id = $5::bigint
    ), mails as (
      insert into workflow_mail (run_id, node_id, item_index)
      select made.id, m.node_id, m.item_index from made, workflow_mail m where m.run_id = $5::bigint
    )
    select public_id as "runId" from made
    union all
    select r.public_id from run r join event on event.id = r.event_id
    where r.request_key = $4 and not exists (select from made)`,
};

/** `$7` holds an id for each run. An event that never had a run gets its own id. */
export const INSERT_BULK: Statement = {
  name: 'rerun_bulk',
  text: `
    with found as (
      select e.id, e.public_id, row_number() over (order by e.id) as position,
             'run_' || substr(e.public_id, 5) as first_id,
             not exists (select from run where public_id = 'run_' || substr(e.public_id, 5)) as is_first
      from webhook_event e
      left join lateral (select status from run where event_id = e.id order by id desc limit 1) last on true
      where e.workflow_id = $1::bigint
        and not exists (select from run where event_id = e.id and ended_at is null)
        and ($3::timestamptz is null or e.received_at >= $3) and ($4::timestamptz is null or e.received_at < $4)
        and ($5::text is null or coalesce(last.status, 'STORED') = $5)
    ), made as (
      insert into run (public_id, event_id, workflow_id, graph_version_id, engine_workflow_id, kind, is_bulk, dispatch)
      select case when is_first then first_id else ($7::text[])[position] end, id, $1::bigint, $2::bigint,
             case when is_first then public_id else ($7::text[])[position] end, 'REPLAY', true, 'PENDING'
      from found where position <= $6::int order by position
      on conflict do nothing
      returning id, public_id
    ), counted as (
      select greatest(0, count(*) - $6::int)::int as "left" from found
    )
    select made.public_id as "runId", counted."left" from counted left join made on true order by made.id`,
};

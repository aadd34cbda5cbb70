import type { FailedItem } from '../../../workflows/contracts/loop.ts';
import type { RunRecord } from '../../../workflows/contracts/run.ts';
import { passCrashPoint } from '../../infra/crash-points.ts';
import { listOf, type Sql } from '../../infra/sql.ts';

/** Records the ends of runs. */
export interface RunRecorder {
  /**
   * Records the end of a run with all its nodes, and the workflow's ERROR if there is one, in one transaction. Changes
   * nothing if the run has an end or was deleted: the end that is recorded first is final.
   */
  record(record: RunRecord): Promise<void>;
  /** Records the failed items of a loop. Idempotent. */
  recordItems(failed: { runId: string; items: readonly FailedItem[] }): Promise<void>;
}

export function createRunRecorder(sql: Sql): RunRecorder {
  return {
    async record(record) {
      const { nodes } = record;
      const instant = (ms: number | null) => (ms === null ? null : new Date(ms));
      passCrashPoint('run-recording');
      await sql(RECORD_RUN, [
        record.runId,
        record.status,
        record.error,
        new Date(record.endedAt),
        record.engineRunId,
        record.workflowError,
        record.workflowId,
        record.graphVersion,
        nodes.map((_, position) => position),
        nodes.map((node) => node.id),
        nodes.map((node) => node.type),
        nodes.map((node) => node.status),
        nodes.map((node) => node.attempts),
        nodes.map((node) => node.input),
        nodes.map((node) => node.output),
        nodes.map((node) => node.error),
        nodes.map((node) => instant(node.startedAt)),
        nodes.map((node) => instant(node.endedAt)),
        nodes.map(({ items }) => (items === undefined ? null : JSON.stringify(items))),
      ]);
      passCrashPoint('run-recorded');
    },
    async recordItems({ runId, items }) {
      await sql(RECORD_ITEMS, [
        runId,
        items.map((item) => item.position),
        items.map((item) => item.nodeId),
        items.map((item) => item.type),
        items.map((item) => item.index),
        items.map((item) => item.attempts),
        items.map((item) => item.error),
        items.map((item) => new Date(item.endedAt)),
      ]);
    },
  };
}

/**
 * Keeps texts that were saved earlier (run-data-store.ts). The trigger's output is the payload, which is copied here. The
 * workflow becomes ERROR only if it is still ACTIVE and on this graph version.
 */
const RECORD_RUN = {
  name: 'run_record',
  text: `
    with ended as (
      update run set status = $2, error = $3, ended_at = $4::timestamptz, engine_run_id = $5,
                     dispatch = 'STARTED', leased_until = null
      where public_id = $1 and ended_at is null
      returning id, event_id
    ), nodes as (
      insert into run_node
        (run_id, position, node_id, type, status, attempts, input, output, error, started_at, ended_at, items)
      select ended.id, n.position, n.node_id, n.type, n.status, n.attempts, n.input,
             case n.type when 'webhookTrigger'
               then (select payload from webhook_event e where e.id = ended.event_id)
               else n.output end,
             n.error, n.started_at, n.ended_at, n.items
      from ended, unnest(${listOf('$9', 'int')}, ${listOf('$10', 'text')}, ${listOf('$11', 'text')},
                         ${listOf('$12', 'text')}, ${listOf('$13', 'int')}, ${listOf('$14', 'text')},
                         ${listOf('$15', 'text')}, ${listOf('$16', 'text')}, ${listOf('$17', 'timestamptz')},
                         ${listOf('$18', 'timestamptz')}, ${listOf('$19', 'text')})
        as n (position, node_id, type, status, attempts, input, output, error, started_at, ended_at, items)
      on conflict (run_id, node_id, item_index) do update set
        position = excluded.position, status = excluded.status, attempts = excluded.attempts,
        input = coalesce(excluded.input, run_node.input), output = coalesce(excluded.output, run_node.output),
        error = excluded.error, started_at = excluded.started_at, ended_at = excluded.ended_at,
        items = excluded.items
    )
    update workflow set status = 'ERROR', error_message = $6, updated_at = now()
    where $6::text is not null and public_id = $7 and status = 'ACTIVE' and graph_version = $8::int
      and exists (select from ended)`,
};

const RECORD_ITEMS = {
  name: 'run_record_items',
  text: `
    insert into run_node (run_id, position, node_id, type, status, item_index, attempts, error, ended_at)
    select r.id, n.position, n.node_id, n.type, 'FAILED', n.item_index, n.attempts, n.error, n.ended_at
    from run r, unnest($2::int[], $3::text[], $4::text[], $5::int[], $6::int[], $7::text[], $8::timestamptz[])
      as n (position, node_id, type, item_index, attempts, error, ended_at)
    where r.public_id = $1
    on conflict (run_id, node_id, item_index) do update set
      status = excluded.status, attempts = excluded.attempts, error = excluded.error, ended_at = excluded.ended_at`,
};

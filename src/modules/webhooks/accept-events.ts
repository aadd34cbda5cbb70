import type { Sql } from '../../infra/sql.ts';
import { toTextArray } from '../../infra/text-array.ts';
import type { Acceptance, NewEvent } from './event.repository.ts';

/**
 * Stores events and their runs in one statement, which is one transaction: all are committed or none. An event is
 * leased from birth: the process that accepted it starts its run, and the sweeper only if it dies. The condition on
 * the workflow stands in the insert itself, so that what was judged is what the commit rests on.
 */
export async function acceptEvents(sql: Sql, events: readonly NewEvent[]): Promise<Acceptance[]> {
  const rows = await sql<{ position: number; dispatch: string | null }>(ACCEPT, [
    events.map((event) => event.workflowPublicId),
    events.map((event) => event.graphVersion),
    events.map((event) => event.graphVersionId),
    events.map((event) => event.eventPublicId),
    events.map((event) => event.runPublicId),
    events.map((event) => event.idempotencyKey),
    toTextArray(events.map((event) => event.payload)),
    events.map((event) => event.traceparent),
  ]);
  const acceptances = events.map((): Acceptance => ({ kind: 'stale' }));
  for (const { position, dispatch } of rows) {
    acceptances[position - 1] =
      dispatch === null ? { kind: 'repeated' } : { kind: 'stored', isOwed: dispatch === 'PENDING' };
  }
  return acceptances;
}

const ACCEPT = {
  name: 'webhook_accept',
  text: `
    with given as (
      select * from unnest($1::text[], $2::int[], $3::bigint[], $4::text[], $5::text[], $6::text[], $7::text[],
                           $8::text[])
        with ordinality as t(workflow, graph_version, graph_version_id, event, run, idempotency_key, payload,
                             traceparent, position)
    ), target as (
      select given.*, w.id as workflow_id, w.status
      from given
      join workflow w on w.public_id = given.workflow and w.graph_version = given.graph_version
      where w.status <> 'DISABLED'
    ), stored as (
      insert into webhook_event
        (public_id, workflow_id, graph_version_id, payload, idempotency_key, traceparent, dispatch, leased_until)
      select event, workflow_id, graph_version_id, payload, idempotency_key, traceparent,
             case status when 'ACTIVE' then 'PENDING' else 'STORED' end,
             case status when 'ACTIVE' then now() + interval '10 seconds' end
      from target
      order by position
      on conflict (workflow_id, idempotency_key) do nothing
      returning id, public_id, workflow_id, graph_version_id, dispatch
    ), owed as (
      insert into run (public_id, event_id, workflow_id, graph_version_id, engine_workflow_id)
      select target.run, stored.id, stored.workflow_id, stored.graph_version_id, stored.public_id
      from stored join target on target.event = stored.public_id
      where stored.dispatch = 'PENDING'
    )
    select target.position::int, stored.dispatch
    from target left join stored on stored.public_id = target.event`,
};

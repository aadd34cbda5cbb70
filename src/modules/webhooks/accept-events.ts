import type { Sql } from '../../infra/sql.ts';
import { toTextArray } from '../../infra/text-array.ts';
import type { Acceptance, NewEvent } from './event.repository.ts';

/**
 * Stores events and their runs in one statement, which is one transaction: all are committed or none. An event is
 * leased from birth: the process that accepted it starts its run, and the sweeper only if it dies. The condition on
 * the workflow stands in the insert itself, so that what was judged is what the commit rests on.
 */
export async function acceptEvents(sql: Sql, events: readonly NewEvent[]): Promise<Acceptance[]> {
  // The events of a batch are of few workflows: each of these is looked up once.
  const versions = [...new Map(events.map((event) => [event.graphVersionId, event])).values()];
  const places = new Map(versions.map((version, index) => [version.graphVersionId, `${index + 1}`]));
  const placeOf = ({ graphVersionId }: NewEvent) => places.get(graphVersionId) ?? '';
  const keys = nullable(events.map((event) => event.idempotencyKey));
  const [row] = await sql<{ current: string | null; kept: string | null; owed: string | null }>(
    keys === null ? ACCEPT : ACCEPT_WITH_KEYS,
    [
      plainArray(versions.map((version) => version.workflowPublicId)),
      plainArray(versions.map((version) => version.graphVersion)),
      plainArray(versions.map((version) => version.graphVersionId)),
      plainArray(events.map(placeOf)),
      plainArray(events.map((event) => event.eventPublicId)),
      toTextArray(events.map((event) => event.payload)),
      keys,
      nullable(events.map((event) => event.traceparent)),
    ],
  );
  const current = new Set(row?.current?.split(','));
  const kept = new Set(row?.kept?.split(','));
  const owed = new Set(row?.owed?.split(','));
  return events.map((event): Acceptance => {
    if (kept.has(event.eventPublicId)) return { kind: 'stored', isOwed: false };
    if (owed.has(event.eventPublicId)) return { kind: 'stored', isOwed: true };
    // Nothing but its key keeps out an event of a workflow that is as it was judged.
    return { kind: current.has(placeOf(event)) ? 'repeated' : 'stale' };
  });
}

/** Numbers and ids of ours: nothing in them has to be quoted. */
function plainArray(values: readonly unknown[]): string {
  return `{${values.join(',')}}`;
}

/** Null instead of nothing but nulls: `unnest` fills up with nulls. */
function nullable(values: readonly (string | null)[]): readonly (string | null)[] | null {
  return values.some((value) => value !== null) ? values : null;
}

const ACCEPT = { name: 'webhook_accept', text: acceptText('order by given.position') };

/**
 * Events with keys come in the order of their keys: batches of several connections or processes that hold the same ones
 * would block each other. Looking for keys costs PostgreSQL a twentieth of a batch (`docs/performance.md`), so events without any are not
 * asked about.
 */
const ACCEPT_WITH_KEYS = {
  name: 'webhook_accept_with_keys',
  text: acceptText(`order by given.idempotency_key nulls first, target.workflow_id, given.position
      on conflict (workflow_id, idempotency_key) do nothing`),
};

/** The run of an arriving event has the ULID of the event. */
function acceptText(orderAndConflict: string): string {
  return `
    with target as (
      select given.place, w.id as workflow_id, given.graph_version_id, w.status
      from unnest($1::text[], $2::int[], $3::bigint[])
        with ordinality as given(workflow, graph_version, graph_version_id, place)
      join workflow w on w.public_id = given.workflow and w.graph_version = given.graph_version
      where w.status <> 'DISABLED'
    ), stored as (
      insert into webhook_event
        (public_id, workflow_id, graph_version_id, payload, idempotency_key, traceparent, dispatch, leased_until)
      select event, workflow_id, graph_version_id, payload, idempotency_key, traceparent,
             case status when 'ACTIVE' then 'PENDING' else 'STORED' end,
             case status when 'ACTIVE' then now() + interval '10 seconds' end
      from unnest($4::int[], $5::text[], $6::text[], $7::text[], $8::text[])
        with ordinality as given(place, event, payload, idempotency_key, traceparent, position)
      join target on target.place = given.place
      ${orderAndConflict}
      returning id, public_id, workflow_id, graph_version_id, dispatch
    ), owed as (
      insert into run (public_id, event_id, workflow_id, graph_version_id, engine_workflow_id)
      select 'run_' || substr(public_id, 5), id, workflow_id, graph_version_id, public_id
      from stored
      where dispatch = 'PENDING'
    )
    select (select string_agg(place::text, ',') from target) as current,
           string_agg(public_id, ',') filter (where dispatch = 'STORED') as kept,
           string_agg(public_id, ',') filter (where dispatch = 'PENDING') as owed
    from stored`;
}

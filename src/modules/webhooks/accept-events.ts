import { withKind } from '../../infra/public-id.ts';
import type { Sql } from '../../infra/sql.ts';
import { toTextArray } from '../../infra/text-array.ts';

/** An event to be stored, on the graph version that it was checked against. */
export interface NewEvent {
  workflowPublicId: string;
  graphVersion: number;
  graphVersionId: string;
  eventPublicId: string;
  /** JSON in UTF-8, as received. */
  payload: Uint8Array;
  idempotencyKey: string | null;
  /** W3C Trace Context of the request; null where traces are not collected. */
  traceparent: string | null;
}

/**
 * `stored`: the event is committed, and so is its run unless the workflow is not ACTIVE. `repeated`: an event with this
 * key is committed already. `stale`: the workflow was deleted, disabled or saved again; nothing is stored.
 */
export type Acceptance = { kind: 'stored'; runId: string | null } | { kind: 'repeated' } | { kind: 'stale' };

/**
 * Stores events and their runs in one statement, which is one transaction. The statement itself checks that each workflow
 * is still as it was when the event was checked. A run is inserted with a lease: this process starts it, and the sweeper
 * only if this process dies.
 */
export async function acceptEvents(sql: Sql, events: readonly NewEvent[]): Promise<Acceptance[]> {
  // The events of a batch belong to few workflows: each is looked up once, by its position in this list.
  const versions = [...new Map(events.map((event) => [event.graphVersionId, event])).values()];
  const positions = new Map(versions.map((version, index) => [version.graphVersionId, `${index + 1}`]));
  const positionOf = ({ graphVersionId }: NewEvent) => positions.get(graphVersionId) ?? '';
  const keys = nullable(events.map((event) => event.idempotencyKey));
  const [row] = await sql<{ current: string | null; stored: string | null; active: string | null }>(
    keys === null ? ACCEPT : ACCEPT_WITH_KEYS,
    [
      plainArray(versions.map((version) => version.workflowPublicId)),
      plainArray(versions.map((version) => version.graphVersion)),
      plainArray(versions.map((version) => version.graphVersionId)),
      plainArray(events.map(positionOf)),
      plainArray(events.map((event) => event.eventPublicId)),
      toTextArray(events.map((event) => event.payload)),
      keys,
      nullable(events.map((event) => event.traceparent)),
    ],
  );
  const current = new Set(row?.current?.split(','));
  const stored = new Set(row?.stored?.split(','));
  const active = new Set(row?.active?.split(','));
  return events.map((event): Acceptance => {
    const id = event.eventPublicId;
    if (stored.has(id)) return { kind: 'stored', runId: active.has(id) ? withKind('run', id) : null };
    // If the workflow has not changed, only the key can have kept the event out.
    return { kind: current.has(positionOf(event)) ? 'repeated' : 'stale' };
  });
}

/** An array literal of numbers and ids, none of which needs quotes. */
function plainArray(values: readonly unknown[]): string {
  return `{${values.join(',')}}`;
}

/** Null for a list of nulls: `unnest` pads with nulls. */
function nullable(values: readonly (string | null)[]): readonly (string | null)[] | null {
  return values.some((value) => value !== null) ? values : null;
}

const ACCEPT = { name: 'webhook_accept', text: acceptText('order by given.ordinal') };

/**
 * Events with keys are inserted in the order of their keys, so that batches with the same keys cannot deadlock. The
 * look-up of keys is a twentieth of the cost of a batch, so a batch without keys leaves it out.
 */
const ACCEPT_WITH_KEYS = {
  name: 'webhook_accept_with_keys',
  text: acceptText(`order by given.idempotency_key nulls first, target.workflow_id, given.ordinal
      on conflict (workflow_id, idempotency_key) do nothing`),
};

/** The first run of an event has the event's ULID. */
function acceptText(orderAndConflict: string): string {
  return `
    with target as (
      select given.position, w.id as workflow_id, given.graph_version_id, w.status
      from unnest($1::text[], $2::int[], $3::bigint[])
        with ordinality as given(workflow, graph_version, graph_version_id, position)
      join workflow w on w.public_id = given.workflow and w.graph_version = given.graph_version
      where w.status <> 'DISABLED'
    ), stored as (
      insert into webhook_event (public_id, workflow_id, graph_version_id, payload, idempotency_key, traceparent)
      select event, workflow_id, graph_version_id, payload, idempotency_key, traceparent
      from unnest($4::int[], $5::text[], $6::text[], $7::text[], $8::text[])
        with ordinality as given(position, event, payload, idempotency_key, traceparent, ordinal)
      join target on target.position = given.position
      ${orderAndConflict}
      returning id, public_id, workflow_id, graph_version_id
    ), active as (
      select stored.* from stored join target using (graph_version_id) where target.status = 'ACTIVE'
    ), started as (
      insert into run
        (public_id, event_id, workflow_id, graph_version_id, engine_workflow_id, dispatch, leased_until)
      select 'run_' || substr(public_id, 5), id, workflow_id, graph_version_id, public_id, 'PENDING',
             now() + interval '10 seconds'
      from active
    )
    select (select string_agg(position::text, ',') from target) as current,
           (select string_agg(public_id, ',') from stored) as stored,
           (select string_agg(public_id, ',') from active) as active`;
}

import { createBatcher } from '../../../infra/batcher.ts';
import { isPublicId } from '../../../infra/public-id.ts';
import { createSharedRead } from '../../../infra/shared-read.ts';
import { anyOf, type Sql } from '../../../infra/sql.ts';

/** A pending event with everything its run begins with. */
export interface PendingEvent {
  eventId: string;
  runId: string;
  payload: string;
  workflowId: string;
  accountId: string;
  ownerId: string;
  graphVersionId: string;
  graphVersion: number;
  stepsJson: string;
  /** Of the request that brought the event; null where nobody collected traces. */
  traceparent: string | null;
}

/** An unfinished run that began long ago. */
export interface OpenRun {
  id: string;
  runId: string;
  engineWorkflowId: string;
}

/** The outbox: events that are owed a run. Times are the database's. */
export interface DispatcherRepository {
  /** Null when the event is gone or no longer owed a run. */
  findPending(eventId: string): Promise<PendingEvent | null>;
  /** Current versions of those templates that the owner may use. */
  findPins(
    templateIds: readonly string[],
    ownerId: string,
  ): Promise<{ templateId: string; versionId: number }[]>;
  /** Leases up to `limit` pending events nobody holds: accounts take turns, each with its oldest first. */
  claim(limit: number, leaseSeconds: number): Promise<{ eventId: string; attempts: number }[]>;
  markStarted(eventIds: readonly string[]): Promise<void>;
  /** Gives events back: they may be claimed again after `seconds`. */
  release(eventIds: readonly string[], seconds: number): Promise<void>;
  /** The engine will never take the event: its run has failed, and the event is kept and no longer owed one. */
  giveUp(eventId: string, error: string): Promise<void>;
  /** Runs without an end that began more than `seconds` ago, after `cursor`. */
  findOpenRuns(options: { seconds: number; cursor: string; limit: number }): Promise<OpenRun[]>;
  /** The engine has forgotten the run: its event is owed one again. False when the run has ended meanwhile. */
  oweAgain(runId: string): Promise<boolean>;
  /** The engine has ended the run without telling; so do we. False when it has told meanwhile. */
  closeRun(runId: string, status: 'FAILED' | 'CANCELLED', error: string): Promise<boolean>;
}

export function createDispatcherRepository(sql: Sql): DispatcherRepository {
  // A burst of events of one workflow asks for the same versions again and again.
  const readPins = createSharedRead((key: string) =>
    sql<{ templateId: string; versionId: number }>(FIND_PINS, JSON.parse(key)),
  );
  return {
    findPending: createBatcher<string, PendingEvent | null>({
      work: async (eventIds) => {
        const rows = await sql<PendingEvent>(FIND_PENDING, [eventIds]);
        const found = new Map(rows.map((row) => [row.eventId, row]));
        return eventIds.map((eventId) => found.get(eventId) ?? null);
      },
      ...{ concurrency: 4, maxItems: 16, maxWeight: 16, weigh: () => 1, inHalves: false },
    }),
    findPins(templateIds, ownerId) {
      const ids = templateIds.filter((id) => isPublicId('tpl', id));
      return readPins(JSON.stringify([ids, ownerId]));
    },
    claim: (limit, leaseSeconds) => sql(CLAIM, [limit, leaseSeconds]),
    async markStarted(eventIds) {
      await sql(MARK_STARTED, [eventIds]);
    },
    async release(eventIds, seconds) {
      await sql(RELEASE, [eventIds, seconds]);
    },
    async giveUp(eventId, error) {
      await sql(GIVE_UP, [eventId, error]);
    },
    findOpenRuns: ({ seconds, cursor, limit }) => sql(FIND_OPEN_RUNS, [seconds, cursor, limit]),
    async oweAgain(runId) {
      return (await sql(OWE_AGAIN, [runId])).length > 0;
    },
    async closeRun(runId, status, error) {
      return (await sql(CLOSE_RUN, [runId, status, error])).length > 0;
    },
  };
}

const FIND_PENDING = {
  name: 'dispatch_find',
  text: `
    select e.public_id as "eventId", r.public_id as "runId", e.payload, w.public_id as "workflowId",
           u.public_id as "accountId", u.id::text as "ownerId", g.id::text as "graphVersionId",
           g.number as "graphVersion", g.steps_json as "stepsJson",
           e.traceparent
    from webhook_event e
    join run r on r.event_id = e.id and r.engine_workflow_id = e.public_id
    join workflow w on w.id = e.workflow_id
    join graph_version g on g.id = e.graph_version_id
    join user_account u on u.id = w.owner_id
    where e.public_id = any($1::text[]) and e.dispatch = 'PENDING'`,
};

const FIND_PINS = {
  name: 'dispatch_pins',
  text: `
    select t.public_id as "templateId", v.id::float8 as "versionId"
    from template t
    join template_version v on v.template_public_id = t.public_id and v.number = t.version
    where t.public_id = ${anyOf('$1', 'text')} and (t.owner_id = $2::bigint or exists (
      select 1 from membership m where m.user_id = $2::bigint and m.organization_id = t.organization_id))`,
};

/**
 * Workflows with pending events are found by jumping from one to the next in the index, and only the first of each are
 * looked at: what a flood leaves behind costs a claim nothing. Of two claims at once one may come back empty-handed.
 */
const CLAIM = {
  name: 'dispatch_claim',
  text: `
    with recursive pending (workflow_id) as (
      (select workflow_id from webhook_event where dispatch = 'PENDING' order by workflow_id limit 1)
      union all
      select (select e.workflow_id from webhook_event e
              where e.dispatch = 'PENDING' and e.workflow_id > p.workflow_id order by e.workflow_id limit 1)
      from pending p where p.workflow_id is not null
    ), free as (
      select e.id, row_number() over (partition by w.owner_id order by e.id) as turn
      from pending join workflow w on w.id = pending.workflow_id
      cross join lateral (
        select id from webhook_event
        where workflow_id = pending.workflow_id and dispatch = 'PENDING'
          and (leased_until is null or leased_until < now())
        order by id limit 25) e
    ), next as (
      select id from free order by turn, id limit $1::int
    )
    update webhook_event
    set leased_until = now() + make_interval(secs => $2::float8), dispatch_attempts = dispatch_attempts + 1
    where id in (
      select id from webhook_event
      where id in (select id from next) and dispatch = 'PENDING' and (leased_until is null or leased_until < now())
      for update skip locked)
    returning public_id as "eventId", dispatch_attempts as attempts`,
};

const MARK_STARTED = {
  name: 'dispatch_started',
  text: `
    update webhook_event set dispatch = 'STARTED', leased_until = null
    where public_id = any($1::text[]) and dispatch = 'PENDING'`,
};

const RELEASE = {
  name: 'dispatch_release',
  text: `
    update webhook_event set leased_until = now() + make_interval(secs => $2::float8)
    where public_id = any($1::text[]) and dispatch = 'PENDING'`,
};

const GIVE_UP = {
  name: 'dispatch_give_up',
  text: `
    with given_up as (
      update webhook_event set dispatch = 'STORED', leased_until = null
      where public_id = $1 and dispatch = 'PENDING'
      returning id
    )
    update run set status = 'FAILED', error = $2, ended_at = now()
    from given_up
    where run.event_id = given_up.id and run.engine_workflow_id = $1 and run.ended_at is null`,
};

const FIND_OPEN_RUNS = {
  name: 'dispatch_open_runs',
  text: `
    select r.id::text as id, r.public_id as "runId", r.engine_workflow_id as "engineWorkflowId"
    from run r join webhook_event e on e.id = r.event_id
    where r.ended_at is null and r.started_at < now() - make_interval(secs => $1::float8)
      and r.id > $2::bigint and e.dispatch = 'STARTED'
    order by r.id limit $3::int`,
};

const OWE_AGAIN = {
  name: 'dispatch_owe_again',
  text: `
    update webhook_event e set dispatch = 'PENDING', leased_until = null
    from run r where r.event_id = e.id and r.public_id = $1 and r.engine_workflow_id = e.public_id
      and r.ended_at is null
    returning 1`,
};

/** What became of its nodes is lost with the engine's history; none of them is under way any more. */
const CLOSE_RUN = {
  name: 'dispatch_close_run',
  text: `
    with ended as (
      update run set status = $2, error = $3, ended_at = now()
      where public_id = $1 and ended_at is null
      returning id
    )
    update run_node n set status = 'FAILED', error = $3, ended_at = now()
    from ended where n.run_id = ended.id and n.item_index = -1 and n.status = 'RUNNING'`,
};

import type { Statement } from '../../../infra/sql.ts';

/**
 * The event's first run has the event's ULID and its name in the engine; every further one has its own. A row is
 * leased from birth: the process that inserted it starts the run, and the sweeper only if it dies.
 */
export const INSERT_REPLAY: Statement = {
  name: 'rerun_replay',
  text: `
    with event as (
      select id, workflow_id, public_id,
             not exists (select from run where public_id = $2) and dispatch = 'STORED' as is_first
      from webhook_event where public_id = $1
    ), made as (
      insert into run (public_id, event_id, workflow_id, graph_version_id, engine_workflow_id, kind, request_key,
                       dispatch, leased_until)
      select case when is_first then $2 else $3 end, id, workflow_id, $4::bigint,
             case when is_first then public_id else $3 end, 'REPLAY', $5, 'PENDING', now() + interval '10 seconds'
      from event
      on conflict do nothing
      returning public_id
    )
    select public_id as "runId" from made
    union all
    select r.public_id from run r join event on event.id = r.event_id
    where r.request_key = $5 and not exists (select from made)`,
};

/**
 * What the failed run did and need not be done again stands under the new run from the start, and so do the ends of its
 * waits, each item's its own.
 */
export const INSERT_RETRY: Statement = {
  name: 'rerun_retry',
  text: `
    with source as (
      select id, event_id, workflow_id, graph_version_id from run where id = $1::bigint
    ), made as (
      insert into run (public_id, event_id, workflow_id, graph_version_id, engine_workflow_id, kind, source_run_id,
                       request_key, dispatch, leased_until)
      select $2, event_id, workflow_id, graph_version_id, $2, 'RETRY', id, $4, 'PENDING',
             now() + interval '10 seconds'
      from source
      on conflict do nothing
      returning id, public_id
    ), nodes as (
      insert into run_node (run_id, position, node_id, type, status, attempts, input, output, started_at, ended_at)
      select made.id, n.position, n.node_id, n.type, n.status, n.attempts, n.input, n.output, n.started_at, n.ended_at
      from made, run_node n
      where n.run_id = $1::bigint and n.item_index = -1 and n.status = 'COMPLETED' and n.node_id = any($3::text[])
    ), waits as (
      insert into run_node (run_id, position, node_id, type, status, output, item_index)
      select made.id, n.position, n.node_id, n.type, 'PENDING', n.output, n.item_index
      from made, run_node n
      where n.run_id = $1::bigint and n.type = 'delayNode' and n.output is not null
    ), documents as (
      insert into document_reuse (run_id, document_id)
      select made.id, d.id from made, document d where d.run_id = $1::bigint
      union
      select made.id, u.document_id from made, document_reuse u where u.run_id = $1::bigint
    ), mails as (
      insert into workflow_mail (run_id, node_id, item_index)
      select made.id, m.node_id, m.item_index from made, workflow_mail m where m.run_id = $1::bigint
    )
    select public_id as "runId" from made
    union all
    select r.public_id from run r join source on source.event_id = r.event_id
    where r.request_key = $4 and not exists (select from made)`,
};

/** `$7` holds an id for each that may be chosen; an event that never had a run gets its own. */
export const INSERT_BULK: Statement = {
  name: 'rerun_bulk',
  text: `
    with found as (
      select e.id, e.public_id, row_number() over (order by e.id) as turn,
             'run_' || substr(e.public_id, 5) as first_id,
             e.dispatch = 'STORED'
               and not exists (select from run where public_id = 'run_' || substr(e.public_id, 5)) as is_first
      from webhook_event e
      left join lateral (select status from run where event_id = e.id order by id desc limit 1) last on true
      where e.workflow_id = $1::bigint and e.dispatch <> 'PENDING'
        and ($3::timestamptz is null or e.received_at >= $3) and ($4::timestamptz is null or e.received_at < $4)
        and coalesce(last.status, 'STORED') not in ('RUNNING', 'WAITING')
        and ($5::text is null or coalesce(last.status, 'STORED') = $5)
    ), made as (
      insert into run (public_id, event_id, workflow_id, graph_version_id, engine_workflow_id, kind, is_bulk, dispatch)
      select case when is_first then first_id else ($7::text[])[turn] end, id, $1::bigint, $2::bigint,
             case when is_first then public_id else ($7::text[])[turn] end, 'REPLAY', true, 'PENDING'
      from found where turn <= $6::int order by turn
      on conflict do nothing
      returning id, public_id
    ), counted as (
      select greatest(0, count(*) - $6::int)::int as "left" from found
    )
    select made.public_id as "runId", counted."left" from counted left join made on true order by made.id`,
};

export const FIND_PENDING: Statement = {
  name: 'rerun_find',
  text: `
    select e.public_id as "eventId", r.public_id as "runId", e.payload, w.public_id as "workflowId",
           u.public_id as "accountId", u.id::text as "ownerId", g.id::text as "graphVersionId",
           g.number as "graphVersion", g.steps_json as "stepsJson", null as traceparent
    from run r
    join webhook_event e on e.id = r.event_id
    join workflow w on w.id = r.workflow_id
    join graph_version g on g.id = r.graph_version_id
    join user_account u on u.id = w.owner_id
    where r.public_id = $1 and r.dispatch = 'PENDING' and r.ended_at is null`,
};

export const FIND_RUN: Statement = {
  name: 'rerun_run',
  text: `
    select r.public_id as "runId", r.engine_workflow_id as "engineWorkflowId", r.is_bulk as "isBulk",
           case r.kind when 'RETRY' then coalesce(
             (select array_agg(n.node_id::text order by n.position) from run_node n
              where n.run_id = r.id and n.item_index = -1 and n.status = 'COMPLETED'), '{}') end as kept
    from run r where r.public_id = $1 and r.dispatch = 'PENDING' and r.ended_at is null`,
};

/**
 * What people wait for goes first. Of many replayed at once only so many run at a time, an equal share for each
 * workflow, and none while an event waits for its run. A run that waits itself for days takes nobody's place.
 */
export const CLAIM: Statement = {
  name: 'rerun_claim',
  text: `
    with free as (
      select case when exists (
        select from webhook_event
        where dispatch = 'PENDING' and (leased_until is null or leased_until < now()) and received_at < now() - interval '2 seconds'
      ) then 0 else $2::int - count(*) end as slots
      from run
      where is_bulk and ended_at is null and status = 'RUNNING'
        and (dispatch = 'STARTED' and started_at > now() - interval '1 minute'
             or dispatch = 'PENDING' and leased_until > now())
    ), many as (
      select id from (
        select id, row_number() over (partition by workflow_id order by id) as turn
        from run where is_bulk and dispatch = 'PENDING' and (leased_until is null or leased_until < now())
      ) waiting
      order by turn, id limit greatest(0, (select slots from free))
    ), single as (
      select id from run
      where dispatch = 'PENDING' and not is_bulk and (leased_until is null or leased_until < now())
      order by id limit $1::int
    )
    update run set leased_until = now() + make_interval(secs => $3::float8),
                   dispatch_attempts = dispatch_attempts + 1
    where id in (
      select id from run where id in (select id from single union all select id from many)
        and dispatch = 'PENDING' and (leased_until is null or leased_until < now())
      for update skip locked)
    returning public_id as "runId", dispatch_attempts as attempts`,
};

export const MARK_STARTED: Statement = {
  name: 'rerun_started',
  text: `
    update run set dispatch = 'STARTED', leased_until = null,
                   started_at = case when ended_at is null then now() else started_at end
    where public_id = any($1::text[]) and dispatch = 'PENDING'`,
};

export const RELEASE: Statement = {
  name: 'rerun_release',
  text: `
    update run set leased_until = now() + make_interval(secs => $2::float8)
    where public_id = any($1::text[]) and dispatch = 'PENDING'`,
};

export const GIVE_UP: Statement = {
  name: 'rerun_give_up',
  text: `
    update run set status = 'FAILED', error = $2, ended_at = now(), dispatch = 'STARTED', leased_until = null
    where public_id = $1 and dispatch = 'PENDING' and ended_at is null`,
};

export const FIND_OPEN: Statement = {
  name: 'rerun_open',
  text: `
    select id::text as id, public_id as "runId", engine_workflow_id as "engineWorkflowId"
    from run
    where ended_at is null and dispatch = 'STARTED' and id > $2::bigint
      and started_at < now() - make_interval(secs => $1::float8)
    order by id limit $3::int`,
};

export const OWE_AGAIN: Statement = {
  name: 'rerun_owe_again',
  text: `
    update run set dispatch = 'PENDING', leased_until = null
    where public_id = $1 and dispatch = 'STARTED' and ended_at is null
    returning 1`,
};

/** Ends a run that nobody has begun to start: its own row or its event's is the outbox. */
export const CANCEL_PENDING: Statement = {
  name: 'rerun_cancel_pending',
  text: `
    with event as (
      update webhook_event e set dispatch = 'STORED', leased_until = null
      from run r
      where r.public_id = $1 and e.id = r.event_id and r.dispatch is null and r.ended_at is null
        and e.dispatch = 'PENDING' and (e.leased_until is null or e.leased_until < now())
      returning e.id
    )
    update run set status = 'CANCELLED', ended_at = now(), dispatch = case when dispatch is null then null else 'STARTED' end,
                   leased_until = null
    where public_id = $1 and ended_at is null
      and (dispatch = 'PENDING' and (leased_until is null or leased_until < now())
           or event_id in (select id from event))
    returning public_id as "runId"`,
};

/** What became of its nodes is lost with the engine's history; none of them is under way any more. */
export const CLOSE_ENDED: Statement = {
  name: 'rerun_close_ended',
  text: `
    with ended as (
      update run set status = $2, error = $3, ended_at = now()
      where engine_workflow_id = any($1::text[]) and ended_at is null
      returning id, public_id
    ), nodes as (
      update run_node n set status = 'FAILED', error = $3, ended_at = now()
      from ended where n.run_id = ended.id and n.item_index = -1 and n.status = 'RUNNING'
    )
    select public_id as "runId" from ended`,
};

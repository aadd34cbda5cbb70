import { anyOf, type Statement } from '../../../infra/sql.ts';

export const FIND_PENDING: Statement = {
  name: 'outbox_find',
  text: `
    select r.public_id as "runId", e.public_id as "eventId", r.engine_workflow_id as "engineWorkflowId",
           r.is_bulk as "isBulk", e.payload, w.public_id as "workflowId", u.public_id as "accountId",
           u.id::text as "ownerId", g.id::text as "graphVersionId", g.number as "graphVersion",
           g.steps_json as "stepsJson", case r.kind when 'EVENT' then e.traceparent end as traceparent,
           case r.kind when 'RETRY' then coalesce(
             (select array_agg(n.node_id::text order by n.position) from run_node n
              where n.run_id = r.id and n.item_index = -1 and n.status = 'COMPLETED'), '{}') end as kept
    from run r
    join webhook_event e on e.id = r.event_id
    join workflow w on w.id = r.workflow_id
    join graph_version g on g.id = r.graph_version_id
    join user_account u on u.id = w.owner_id
    where r.public_id = any($1::text[]) and r.dispatch = 'PENDING'`,
};

export const FIND_PINS: Statement = {
  name: 'outbox_pins',
  text: `
    select t.public_id as "templateId", v.id::float8 as "versionId"
    from template t
    join template_version v on v.template_public_id = t.public_id and v.number = t.version
    where t.public_id = ${anyOf('$1', 'text')} and (t.owner_id = $2::bigint or exists (
      select 1 from membership m where m.user_id = $2::bigint and m.organization_id = t.organization_id))`,
};

/** No process starts the run, and it does not wait for the next attempt. */
const IS_FREE = '(leased_until is null or leased_until < now()) and (retry_at is null or retry_at < now())';

/**
 * `pending` steps through the index from one workflow with pending runs to the next, and `free` reads only the first few
 * runs of each, so the cost does not grow with the length of a backlog. Single runs alternate between accounts, bulk
 * replays between workflows. A bulk replay takes a slot while it is leased and for the first minute after its start: one
 * that waits for days takes none. Of two claims at the same moment one may return nothing.
 */
export const CLAIM: Statement = {
  name: 'outbox_claim',
  text: `
    with recursive pending (is_bulk, workflow_id) as (
      (select is_bulk, workflow_id from run where dispatch = 'PENDING' order by is_bulk, workflow_id limit 1)
      union all
      select next.is_bulk, next.workflow_id
      from pending cross join lateral (
        select is_bulk, workflow_id from run
        where dispatch = 'PENDING' and (is_bulk, workflow_id) > (pending.is_bulk, pending.workflow_id)
        order by is_bulk, workflow_id limit 1) next
    ), free as (
      select r.id, r.started_at, pending.is_bulk,
             row_number() over (
               partition by pending.is_bulk, case when pending.is_bulk then w.id else w.owner_id end order by r.id) as round
      from pending join workflow w on w.id = pending.workflow_id
      cross join lateral (
        select id, started_at from run
        where is_bulk = pending.is_bulk and workflow_id = pending.workflow_id and dispatch = 'PENDING'
          and ${IS_FREE}
        order by id limit 25) r
    ), single as (
      select id from free where not is_bulk order by round, id limit $1::int
    ), slots as (
      select case when exists (select from free where not is_bulk and started_at < now() - interval '2 seconds')
               then 0 else $2::int - count(*) end as count
      from run
      where is_bulk and ended_at is null and status = 'RUNNING'
        and (dispatch = 'STARTED' and started_at > now() - interval '1 minute'
             or dispatch = 'PENDING' and leased_until > now())
    ), bulk as (
      select id from free where is_bulk order by round, id limit greatest(0, (select count from slots))
    )
    update run
    set leased_until = now() + make_interval(secs => $3::float8)
    where id in (
      select id from run
      where id in (select id from single union all select id from bulk)
        and dispatch = 'PENDING' and ${IS_FREE}
      for update skip locked)
    returning public_id as "runId", dispatch_attempts + 1 as attempts`,
};

/** The start of a rerun is the moment it left the outbox, that of a first run the arrival of its event. */
export const MARK_STARTED: Statement = {
  name: 'outbox_started',
  text: `
    update run set dispatch = 'STARTED', leased_until = null,
                   started_at = case kind when 'EVENT' then started_at else now() end
    where public_id = any($1::text[]) and dispatch = 'PENDING'`,
};

export const RELEASE: Statement = {
  name: 'outbox_release',
  text: `update run set leased_until = null where public_id = any($1::text[]) and dispatch = 'PENDING'`,
};

export const RETRY_LATER: Statement = {
  name: 'outbox_retry_later',
  text: `
    update run set leased_until = null, dispatch_attempts = dispatch_attempts + 1,
                   retry_at = now() + make_interval(secs => $2::float8)
    where public_id = $1 and dispatch = 'PENDING'`,
};

export const GIVE_UP: Statement = {
  name: 'outbox_give_up',
  text: `
    update run set status = 'FAILED', error = $2, ended_at = now(), dispatch = null, leased_until = null
    where public_id = $1 and dispatch = 'PENDING' and ended_at is null`,
};

export const CANCEL_PENDING: Statement = {
  name: 'outbox_cancel',
  text: `
    update run set status = 'CANCELLED', ended_at = now(), dispatch = null, leased_until = null
    where public_id = $1 and dispatch = 'PENDING' and ended_at is null
      and (leased_until is null or leased_until < now())
    returning 1`,
};

export const FIND_OPEN: Statement = {
  name: 'outbox_open',
  text: `
    select id::text as id, public_id as "runId", engine_workflow_id as "engineWorkflowId"
    from run
    where ended_at is null and dispatch = 'STARTED' and id > $2::bigint
      and started_at < now() - make_interval(secs => $1::float8)
    order by run.id limit $3::int`,
};

export const REQUEUE: Statement = {
  name: 'outbox_requeue',
  text: `
    update run set dispatch = 'PENDING', leased_until = null
    where public_id = $1 and dispatch = 'STARTED' and ended_at is null
    returning 1`,
};

/** The results of its nodes are lost with Temporal's history, but none of them is still running. */
export const CLOSE: Statement = {
  name: 'outbox_close',
  text: `
    with ended as (
      update run set status = $2, error = $3, ended_at = now(), dispatch = 'STARTED', leased_until = null
      where engine_workflow_id = any($1::text[]) and ended_at is null
      returning id, public_id
    ), nodes as (
      update run_node n set status = 'FAILED', error = $3, ended_at = now()
      from ended where n.run_id = ended.id and n.item_index = -1 and n.status = 'RUNNING'
    )
    select public_id as "runId" from ended`,
};

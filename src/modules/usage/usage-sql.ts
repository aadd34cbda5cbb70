/**
 * The statements that count. Counters never change alone: `charged`, `acted` and `usage_day` change with a `usage_entry`,
 * `reserved` with a `usage_reservation`, in one statement each.
 */

/** The payer: the organization that has the template, else the account. $1 organization, $2 account (internal ids). */
const PAYER = `
  payer as (
    select coalesce((select public_id from organization where id = $1::bigint),
                    (select public_id from user_account where id = $2::bigint)) as subject
  ), allowed as (
    select payer.subject, p.action_limit from payer left join plan p on p.subject = payer.subject
  )`;

/** The limit, and the actions counted or reserved in month $3. */
export const FIND_QUOTA = {
  name: 'usage_quota',
  text: `
    with ${PAYER}
    select a.subject, a.action_limit as "actionLimit", coalesce(c.charged + c.reserved, 0) as taken
    from allowed a left join usage_counter c on c.subject = a.subject and c.month = $3`,
};

/**
 * Reserves $5 actions for source $4 until $6. An existing reservation of the source is renewed, and a source that is
 * already counted needs none, so a retry of the same work never blocks itself.
 */
export const RESERVE = {
  name: 'usage_reserve',
  text: `
    with ${PAYER}, counted as (
      select 1 from usage_entry where source = $4
    ), renewed as (
      update usage_reservation set expires_at = $6::timestamptz where source = $4 and month = $3 returning 1
    ), granted as (
      insert into usage_counter as c (subject, month, reserved)
      select subject, $3, $5::int from allowed
      where action_limit >= $5::int and not exists (select from counted)
        and not exists (select from usage_reservation where source = $4 and month = $3)
      on conflict (subject, month) do update set reserved = c.reserved + excluded.reserved
      where c.charged + c.reserved + excluded.reserved <= (select action_limit from allowed)
      returning subject
    ), kept as (
      insert into usage_reservation as r (source, subject, month, actions, expires_at)
      select $4, subject, $3, $5::int, $6::timestamptz from granted
      on conflict (source, month) do update set actions = r.actions + excluded.actions
    )
    select a.subject, a.action_limit as "actionLimit", coalesce(c.charged + c.reserved, 0) as taken,
           a.action_limit is null or exists (select from counted) or exists (select from renewed)
             or exists (select from granted) as "isGranted"
    from allowed a left join usage_counter c on c.subject = a.subject and c.month = $3`,
};

/**
 * Counts the rows of a CTE `entry` (source, user_id, organization_id, template_public_id, workflow_public_id, actions,
 * at): once per source, in the month of `at`, and deletes the reservation of the source. If the organization has been
 * deleted meanwhile, only the account is counted. Rows are locked in one order, so that statements do not deadlock.
 */
export const CHARGE = `
  living as (
    select id from organization where id in (select organization_id from entry) for key share
  ), counted as (
    insert into usage_entry
      (source, user_id, organization_id, template_public_id, workflow_public_id, actions, created_at)
    select source, user_id, living.id, template_public_id, workflow_public_id, actions, at
    from entry left join living on living.id = entry.organization_id where actions > 0
    on conflict (source) do nothing
    returning user_id, organization_id, template_public_id, workflow_public_id, actions,
              (created_at at time zone 'UTC')::date as day, to_char(created_at at time zone 'UTC', 'YYYY-MM') as month
  ), freed as (
    delete from usage_reservation where source in (select source from entry)
    returning subject, month, actions
  ), moved as (
    select coalesce(o.public_id, u.public_id) as subject, n.month, n.actions as charged, 0 as acted, 0 as reserved
    from counted n join user_account u on u.id = n.user_id left join organization o on o.id = n.organization_id
    union all
    select u.public_id, n.month, 0, n.actions, 0 from counted n join user_account u on u.id = n.user_id
    union all
    select subject, month, 0, 0, -actions from freed
  ), counters as (
    insert into usage_counter as c (subject, month, charged, acted, reserved)
    select subject, month, sum(charged), sum(acted), sum(reserved) from moved
    group by subject, month order by subject, month
    on conflict (subject, month) do update set charged = c.charged + excluded.charged,
      acted = c.acted + excluded.acted, reserved = c.reserved + excluded.reserved
    returning 1
  ), days as (
    insert into usage_day as d (account, organization, day, template_public_id, workflow_public_id, actions)
    select u.public_id, coalesce(o.public_id, ''), n.day, n.template_public_id, coalesce(n.workflow_public_id, ''),
           n.actions
    from counted n join user_account u on u.id = n.user_id left join organization o on o.id = n.organization_id
    where exists (select from counters)
    on conflict (account, day, organization, template_public_id, workflow_public_id)
      do update set actions = d.actions + excluded.actions
  )`;

export const RECORD = {
  name: 'usage_record',
  text: `
    with entry as (
      select $1 as source, $2::bigint as user_id, $3::bigint as organization_id, $4 as template_public_id,
             $5 as workflow_public_id, $6::int as actions, $7::timestamptz as at
    ), ${CHARGE}
    select 1 from counted`,
};

/** Deletes the reservation of source $1, and its wait for quota if it is a document. */
export const RELEASE = {
  name: 'usage_release',
  text: `
    with waited as (
      delete from limit_wait where source = $1 returning run_id
    ), going_on as (
      update run set status = 'RUNNING' from waited
      where run.id = waited.run_id and run.status = 'WAITING'
        and not exists (select from limit_wait w where w.run_id = run.id and w.source <> $1)
    ), freed as (
      delete from usage_reservation where source = $1 returning subject, month, actions
    )
    update usage_counter c set reserved = c.reserved - freed.actions
    from freed where c.subject = freed.subject and c.month = freed.month`,
};

export const RENEW = {
  name: 'usage_renew',
  text: 'update usage_reservation set expires_at = $2::timestamptz where source = $1',
};

/** Deletes one reservation that expired before $1; skips rows that another process has locked. */
export const EXPIRE = {
  name: 'usage_expire',
  text: `
    with freed as (
      delete from usage_reservation where id = (
        select id from usage_reservation where expires_at < $1::timestamptz
        order by expires_at limit 1 for update skip locked)
      returning subject, month, actions
    )
    update usage_counter c set reserved = c.reserved - freed.actions
    from freed where c.subject = freed.subject and c.month = freed.month
    returning c.subject`,
};

/** An event is kept while a run of it goes on, and for the whole time to keep after its last run ended. */
const KEPT_BY_A_RUN =
  'exists (select from run r where r.event_id = e.id and (r.ended_at is null or r.ended_at >= ?::timestamptz))';

/**
 * Ids grow with time, so the look ends at the first event that is young enough. Parameters: three times the moment
 * before which things are expired, and how many at most.
 */
export const LOCK_EXPIRED = `
  select e.id::text as id from webhook_event e
  where e.id < coalesce(
      (select id from webhook_event where received_at >= ?::timestamptz order by id limit 1), 9223372036854775807)
    and e.received_at < ?::timestamptz and e.dispatch <> 'PENDING' and not ${KEPT_BY_A_RUN}
  order by e.id limit ? for update of e skip locked`;

/**
 * Runs, nodes and documents go with their event. Answers the documents' files, which the statement still sees. A
 * document that another event's run uses keeps its event.
 */
export const REMOVE_LOCKED = `
  with removed as (
    delete from webhook_event e where e.id = any(?::bigint[]) and not ${KEPT_BY_A_RUN} returning e.id
  )
  select d.storage_key as "storageKey"
  from removed left join run r on r.event_id = removed.id left join document d on d.run_id = r.id`;

/** An event is kept as long as a run of it is unfinished, and for the retention period after its last run ended. */
const KEPT_BY_A_RUN =
  'exists (select from run r where r.event_id = e.id and (r.ended_at is null or r.ended_at >= ?::timestamptz))';

/**
 * Ids grow with time, so the scan ends at the first event that is young enough. Parameters: the moment of expiry (three
 * times), and the most events to lock.
 */
export const LOCK_EXPIRED = `
  select e.id::text as id from webhook_event e
  where e.id < coalesce(
      (select id from webhook_event where received_at >= ?::timestamptz order by id limit 1), 9223372036854775807)
    and e.received_at < ?::timestamptz and not ${KEPT_BY_A_RUN}
  order by e.id limit ? for update of e skip locked`;

/** Runs, nodes and documents are deleted with their event. Returns the storage keys of the documents. */
export const REMOVE_LOCKED = `
  with removed as (
    delete from webhook_event e where e.id = any(?::bigint[]) and not ${KEPT_BY_A_RUN} returning e.id
  )
  select d.storage_key as "storageKey"
  from removed left join run r on r.event_id = removed.id left join document d on d.run_id = r.id`;

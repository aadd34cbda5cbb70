import type { MikroORM } from '@mikro-orm/postgresql';
import type { Clock } from '../../infra/clock.ts';
import type { Logger } from '../../infra/logger.ts';
import type { ObjectStorage } from '../../infra/object-storage/object-storage.ts';
import { inTransaction } from '../../infra/transaction.ts';

const BATCH = 200;
const CONCURRENT_DELETES = 8;
const DAY_MS = 24 * 60 * 60 * 1000;

interface RetentionDependencies {
  orm: MikroORM;
  storage: Pick<ObjectStorage, 'delete'>;
  clock: Clock;
  logger: Logger;
  /** How long events, runs and documents are kept. */
  days: number;
}

/** Deletes events, runs and documents after the retention period. */
export interface Retention {
  /**
   * Deletes one batch of expired events with their runs and documents. Returns whether more may be left. An event with
   * an unfinished run, or with one that ended within the retention period, is kept with all its runs.
   */
  deleteBatch(): Promise<boolean>;
}

export function createRetention(deps: RetentionDependencies): Retention {
  const { orm, storage, clock, logger, days } = deps;

  /** Locks the events and checks them again: one may have been replayed in between. */
  const deleteRows = (before: Date) =>
    inTransaction(orm, async (em) => {
      const locked = await em.execute<{ id: string }[]>(LOCK_EXPIRED, [before, before, before, BATCH]);
      if (locked.length === 0) return null;
      const ids = `{${locked.map(({ id }) => id).join(',')}}`;
      return em.execute<{ storageKey: string | null }[]>(DELETE_LOCKED, [ids, before]);
    });

  /** A file that cannot be deleted now has no row any more, so it is deleted as an orphan later. */
  const deleteFiles = async (keys: string[]) => {
    const deleteSome = async () => {
      for (let key = keys.pop(); key !== undefined; key = keys.pop()) {
        await storage.delete(key).catch((error: unknown) => {
          logger.warn(
            { err: error, key },
            'the file of an expired document could not be deleted; retrying later',
          );
        });
      }
    };
    await Promise.all(Array.from({ length: CONCURRENT_DELETES }, deleteSome));
  };

  return {
    async deleteBatch() {
      const deleted = await deleteRows(new Date(clock.now().getTime() - days * DAY_MS));
      if (deleted === null) return false;
      const keys = deleted.map(({ storageKey }) => storageKey).filter((key) => key !== null);
      logger.info({ documents: keys.length }, 'expired events, runs and documents deleted');
      await deleteFiles(keys);
      return true;
    },
  };
}

const KEPT_BY_A_RUN =
  'exists (select from run r where r.event_id = e.id and (r.ended_at is null or r.ended_at >= ?::timestamptz))';

/**
 * Ids grow with time, so the scan ends at the first event that is young enough. Parameters: the moment of expiry (three
 * times), and the most events to lock.
 */
const LOCK_EXPIRED = `
  select e.id::text as id from webhook_event e
  where e.id < coalesce(
      (select id from webhook_event where received_at >= ?::timestamptz order by id limit 1), 9223372036854775807)
    and e.received_at < ?::timestamptz and not ${KEPT_BY_A_RUN}
  order by e.id limit ? for update of e skip locked`;

/** Runs, nodes and documents are deleted with their event. Returns the storage keys of the documents. */
const DELETE_LOCKED = `
  with deleted as (
    delete from webhook_event e where e.id = any(?::bigint[]) and not ${KEPT_BY_A_RUN} returning e.id
  )
  select d.storage_key as "storageKey"
  from deleted left join run r on r.event_id = deleted.id left join document d on d.run_id = r.id`;

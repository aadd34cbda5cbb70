import type { MikroORM } from '@mikro-orm/postgresql';
import type { Clock } from '../../infra/clock.ts';
import type { Logger } from '../../infra/logger.ts';
import type { ObjectStorage } from '../../infra/object-storage/object-storage.ts';
import { inTransaction } from '../../infra/transaction.ts';
import { LOCK_EXPIRED, REMOVE_LOCKED } from './retention-sql.ts';

const BATCH = 200;
const DELETES_AT_ONCE = 8;
const DAY_MS = 24 * 60 * 60 * 1000;

export interface RetentionDependencies {
  orm: MikroORM;
  storage: Pick<ObjectStorage, 'delete'>;
  clock: Clock;
  logger: Logger;
  /** For how long events, runs and documents are kept. */
  days: number;
}

/** Removes events, runs and documents after the retention period. */
export interface Retention {
  /**
   * Removes one batch of expired events with their runs and documents. Answers whether there is likely more. An event
   * whose run still runs or waits, or ended within the time to keep, stays whole.
   */
  pruneBatch(): Promise<boolean>;
}

export function createRetention(deps: RetentionDependencies): Retention {
  const { orm, storage, clock, logger, days } = deps;

  /** Row locks and a second look: somebody may replay an event in this very moment. */
  const removeRows = (before: Date) =>
    inTransaction(orm, async (em) => {
      const locked = await em.execute<{ id: string }[]>(LOCK_EXPIRED, [before, before, before, BATCH]);
      if (locked.length === 0) return null;
      const ids = `{${locked.map(({ id }) => id).join(',')}}`;
      return em.execute<{ storageKey: string | null }[]>(REMOVE_LOCKED, [ids, before]);
    });

  /** A file that cannot be removed now has no row any more: the sweep of orphans finds it. */
  const removeFiles = async (keys: string[]) => {
    const removeSome = async () => {
      for (let key = keys.pop(); key !== undefined; key = keys.pop()) {
        await storage.delete(key).catch((error: unknown) => {
          logger.warn({ err: error, key }, 'the file of an expired document could not be removed yet');
        });
      }
    };
    await Promise.all(Array.from({ length: DELETES_AT_ONCE }, removeSome));
  };

  return {
    async pruneBatch() {
      const removed = await removeRows(new Date(clock.now().getTime() - days * DAY_MS));
      if (removed === null) return false;
      const keys = removed.map(({ storageKey }) => storageKey).filter((key) => key !== null);
      logger.info({ documents: keys.length }, 'expired events, runs and documents removed');
      await removeFiles(keys);
      return true;
    },
  };
}

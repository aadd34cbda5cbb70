import { setTimeout as delay } from 'node:timers/promises';
import { MikroORM } from '@mikro-orm/postgresql';
import { migrations } from '../../migrations/index.ts';
import { hasCode } from '../infra/error-code.ts';
import { ormOptions } from './orm.ts';

/** Arbitrary but fixed: every process that migrates this database takes the same advisory lock. */
const MIGRATION_LOCK = 7_204_118;
/** SQLSTATE of a lock timeout and of a deadlock. */
const BLOCKED = ['55P03', '40P01'];
const POLL_MS = 100;

export interface MigrationOptions {
  url: string;
  /** Default: every migration. */
  list?: typeof migrations;
  /** How long a statement waits for its lock. Later statements on the same table wait behind it. Default: 2000. */
  lockWaitMs?: number;
  /** How often a blocked migration is retried. Default: 100, about seven minutes. */
  repeats?: number;
  /** Called each time a migration is blocked. */
  onBlocked?: (error: unknown) => unknown;
}

/**
 * Applies the missing migrations, one process at a time, each in its own transaction unless it opts out. A migration that
 * does not get a lock in time is rolled back and retried, so that running processes can continue meanwhile. Returns the
 * names of the applied migrations. Throws an Error with advice when a lock cannot be taken at all.
 */
export async function migrate({ url, list = migrations, ...options }: MigrationOptions): Promise<string[]> {
  const { lockWaitMs = 2000, repeats = 100, onBlocked } = options;
  // One connection, because the advisory lock and lock_timeout belong to a session.
  const { migrations: settings, ...rest } = ormOptions({ url, poolMax: 1 });
  const orm = await MikroORM.init({ ...rest, migrations: { ...settings, migrationsList: list } });
  const applied: string[] = [];
  // Set before each migration, because a migration may change it.
  orm.migrator.on('migrating', async () => void (await orm.em.execute(`set lock_timeout = ${lockWaitMs}`)));
  orm.migrator.on('migrated', ({ name }) => void applied.push(name));
  try {
    for (let repeated = 0; ; repeated++) {
      try {
        await takeMigrationLock(orm);
        await orm.migrator.up();
        return applied;
      } catch (error) {
        if (!BLOCKED.some((code) => hasCode(error, code))) throw error;
        if (repeated === repeats) throw new Error(ADVICE, { cause: error });
        onBlocked?.(error);
      }
      await orm.em.execute(`select pg_advisory_unlock(${MIGRATION_LOCK})`);
      // Lets the statements that waited behind the migration run.
      await delay(lockWaitMs);
    }
  } finally {
    await orm.close(true);
  }
}

/** Polls for the lock. A waiting statement would hold a snapshot and block CREATE INDEX CONCURRENTLY. */
async function takeMigrationLock(orm: MikroORM): Promise<void> {
  for (;;) {
    const [row] = await orm.em.execute<{ taken: boolean }[]>(
      `select pg_try_advisory_lock(${MIGRATION_LOCK}) as taken`,
    );
    if (row?.taken === true) return;
    await delay(POLL_MS);
  }
}

const ADVICE =
  'A migration could not take a lock, because a transaction holds it all the time. Find the transaction with ' +
  '"select pid, xact_start, state, query from pg_stat_activity where xact_start is not null order by xact_start", ' +
  'end it, and start the service again. The migrations applied so far are kept.';

import { setTimeout as delay } from 'node:timers/promises';
import { MikroORM } from '@mikro-orm/postgresql';
import { migrations } from '../../migrations/index.ts';
import { hasCode } from '../infra/error-code.ts';
import { ormOptions } from './orm.ts';

/** Arbitrary but fixed: every process that migrates this database takes the same advisory lock. */
const MIGRATION_LOCK = 7_204_118;
/** lock_timeout has passed; PostgreSQL has ended one of two that wait for each other. */
const BLOCKED = ['55P03', '40P01'];
const POLL_MS = 100;

export interface MigrationOptions {
  url: string;
  /** Default: every migration. */
  list?: typeof migrations;
  /** How long a statement waits for its lock, and with it all who come after it for the same table. Default 2 s. */
  lockWaitMs?: number;
  /** How often a migration that was blocked is tried again. Default 100, which is some seven minutes. */
  repeats?: number;
  /** Told of each time a lock was not had. */
  onBlocked?: (error: unknown) => unknown;
}

/**
 * Applies what is missing, one process at a time, each migration in a transaction of its own unless it says otherwise.
 * A migration that does not get a lock soon lets go of all it has and is tried again, so that the service goes on
 * meanwhile. Answers the names of the migrations it applied. Throws with what to do when a lock is never to be had.
 */
export async function migrate({ url, list = migrations, ...options }: MigrationOptions): Promise<string[]> {
  const { lockWaitMs = 2000, repeats = 100, onBlocked } = options;
  // One connection: the advisory lock and lock_timeout belong to the session that migrates, and end with it.
  const { migrations: settings, ...rest } = ormOptions({ url, poolMax: 1 });
  const orm = await MikroORM.init({ ...rest, migrations: { ...settings, migrationsList: list } });
  const applied: string[] = [];
  // Before each one, because a migration may change it.
  orm.migrator.on('migrating', async () => void (await orm.em.execute(`set lock_timeout = ${lockWaitMs}`)));
  orm.migrator.on('migrated', ({ name }) => void applied.push(name));
  try {
    for (let repeated = 0; ; repeated++) {
      try {
        await takeTurn(orm);
        await orm.migrator.up();
        return applied;
      } catch (error) {
        if (!BLOCKED.some((code) => hasCode(error, code))) throw error;
        if (repeated === repeats) throw new Error(ADVICE, { cause: error });
        onBlocked?.(error);
      }
      await orm.em.execute(`select pg_advisory_unlock(${MIGRATION_LOCK})`);
      // Those who queued behind the statement get their turn.
      await delay(lockWaitMs);
    }
  } finally {
    await orm.close(true);
  }
}

/** Asks again and again: a statement that waits holds a snapshot, for which CREATE INDEX CONCURRENTLY would wait. */
async function takeTurn(orm: MikroORM): Promise<void> {
  for (;;) {
    const [row] = await orm.em.execute<{ taken: boolean }[]>(
      `select pg_try_advisory_lock(${MIGRATION_LOCK}) as taken`,
    );
    if (row?.taken === true) return;
    await delay(POLL_MS);
  }
}

const ADVICE =
  'A migration did not get its lock: some transaction has held it all the time. Find it with ' +
  '"select pid, xact_start, state, query from pg_stat_activity where xact_start is not null order by xact_start", ' +
  'end it, and start the service again. What was applied so far stays.';

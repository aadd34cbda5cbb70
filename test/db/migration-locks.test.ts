import { Migration } from '@mikro-orm/migrations';
import pg from 'pg';
import { migrations } from '../../migrations/index.ts';
import { type MigrationOptions, migrate } from '../../src/database/migrate.ts';
import { afterFile } from '../support/runner/after-file.ts';
import { emptyDatabaseUrl } from '../support/stack/stack.ts';
import { until } from '../support/until.ts';

class AddColumn extends Migration {
  override up(): void {
    this.addSql('alter table "workflow" add column "later" int null');
  }
}

/** With the wait for old transactions, which may take long and blocks no one. */
class AddIndex extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.addSql('set lock_timeout = 0');
    this.addSql('drop index concurrently if exists "workflow_later_index"');
    this.addSql('create index concurrently "workflow_later_index" on "workflow" ("name", "id")');
  }
}

const withColumn = [...migrations, { name: 'Migration20270101000000_later', class: AddColumn }];
const withIndex = [...migrations, { name: 'Migration20270101000000_later', class: AddIndex }];

/** A database with all migrations, and a connection that can hold locks. */
async function migratedDatabase() {
  const url = await emptyDatabaseUrl('migration-locks');
  await migrate({ url });
  const pool = new pg.Pool({ connectionString: url, max: 3 });
  const holder = await pool.connect();
  afterFile(async () => {
    holder.release(true);
    await pool.end();
  });
  /** Begins a migration and resolves once it has failed to get its lock. */
  const begin = async (options: Partial<MigrationOptions>): Promise<{ done: Promise<string[]> }> => {
    let blocked = 0;
    const done = migrate({ url, lockWaitMs: 50, ...options, onBlocked: () => blocked++ });
    done.catch(() => {});
    await until(() => blocked > 0);
    return { done };
  };
  return { url, pool, holder, begin };
}

test('a migration lets others pass while it cannot have its lock, and is applied once it can', async () => {
  const { pool, holder, begin } = await migratedDatabase();
  await holder.query('begin');
  await holder.query('select 1 from workflow');
  const { done } = await begin({ list: withColumn });

  // Would wait for as long as the holder does if the migration stayed in the queue.
  expect((await pool.query('select name from workflow')).rows).toEqual([]);

  await holder.query('commit');
  expect(await done).toEqual(['Migration20270101000000_later']);
  expect((await pool.query('select later from workflow')).rows).toEqual([]);
});

test('the migrations applied before the blocked one stay, and are named', async () => {
  const { holder, begin } = await migratedDatabase();
  const first = { name: 'Migration20261231000000_first', class: AddIndex };
  await holder.query('begin');
  await holder.query('lock table "document" in access share mode');
  class Blocked extends Migration {
    override up(): void {
      this.addSql('alter table "document" add column "later" int null');
    }
  }
  const list = [...migrations, first, { name: 'Migration20270101000000_later', class: Blocked }];
  const { done } = await begin({ list });
  await holder.query('commit');
  expect(await done).toEqual([first.name, 'Migration20270101000000_later']);
});

test('a lock that is never to be had ends in an error that says what to do, with nothing half done', async () => {
  const { url, pool, holder } = await migratedDatabase();
  await holder.query('begin');
  await holder.query('select 1 from workflow');
  await expect(migrate({ url, list: withColumn, lockWaitMs: 50, repeats: 1 })).rejects.toThrow(
    /pg_stat_activity/,
  );
  await holder.query('commit');
  await expect(pool.query('select later from workflow')).rejects.toThrow(/does not exist/);
});

test('another error is not tried again', async () => {
  const { url } = await migratedDatabase();
  class Wrong extends Migration {
    override up(): void {
      this.addSql('alter table "no_such_table" add column "later" int null');
    }
  }
  const list = [...migrations, { name: 'Migration20270101000000_later', class: Wrong }];
  let blocked = 0;
  await expect(migrate({ url, list, onBlocked: () => blocked++ })).rejects.toThrow(/no_such_table/);
  expect(blocked).toBe(0);
});

test('processes that start at once build an index beside the service, and only once', async () => {
  const { url, pool, holder } = await migratedDatabase();
  // Old transactions are waited for, others are served meanwhile.
  await holder.query('begin isolation level repeatable read');
  await holder.query('select 1 from workflow');
  const applied = Promise.all([1, 2, 3].map(() => migrate({ url, list: withIndex, lockWaitMs: 50 })));
  applied.catch(() => {});
  const building = `select 1 from pg_stat_progress_create_index where datname = current_database() and phase like 'waiting%'`;
  await until(async () => (await pool.query(building)).rows.length > 0);
  await pool.query(`update workflow set name = name`);

  await holder.query('commit');
  expect((await applied).flat()).toEqual(['Migration20270101000000_later']);
  const { rows } = await pool.query(
    `select indisvalid as valid from pg_index where indexrelid = 'workflow_later_index'::regclass`,
  );
  expect(rows).toEqual([{ valid: true }]);
});

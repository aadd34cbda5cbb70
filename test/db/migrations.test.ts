import { migrations } from '../../migrations/index.ts';
import { migrate } from '../../src/database/migrate.ts';
import { openOrm } from '../support/orm.ts';
import { emptyDatabaseUrl } from '../support/stack/stack.ts';

const url = await emptyDatabaseUrl('migrations');
const orm = await openOrm({ url, poolMax: 4 });

async function tables(): Promise<string[]> {
  const rows = await orm.em.execute<{ table_name: string }[]>(
    `select table_name from information_schema.tables where table_schema = 'public' order by 1`,
  );
  return rows.map((row) => row.table_name).filter((name) => name !== 'mikro_orm_migrations');
}

test('up, down and up again leaves exactly what the entities describe', async () => {
  expect(await migrate({ url })).toEqual(migrations.map((migration) => migration.name));
  const afterUp = await tables();
  expect(afterUp).toContain('webhook_event');
  expect(await orm.schema.getUpdateSchemaSQL()).toBe('');

  await orm.migrator.down({ to: 0 });
  expect(await tables()).toEqual([]);

  await migrate({ url });
  expect(await tables()).toEqual(afterUp);
  expect(await orm.schema.getUpdateSchemaSQL()).toBe('');
});

test('nothing to do is nothing done', async () => {
  await migrate({ url });
  expect(await migrate({ url })).toEqual([]);
});

test('two processes that start at once apply each migration once', async () => {
  const shared = await emptyDatabaseUrl('migrations-at-once');
  const applied = await Promise.all([1, 2, 3].map(() => migrate({ url: shared })));
  expect(applied.flat()).toEqual(migrations.map((migration) => migration.name));
});

test('a column the entities do not have is noticed', async () => {
  await migrate({ url });
  await orm.em.execute('alter table "workflow" add column "forgotten" int');
  try {
    expect(await orm.schema.getUpdateSchemaSQL()).toContain('forgotten');
  } finally {
    await orm.em.execute('alter table "workflow" drop column "forgotten"');
  }
});

import { Connection } from '@temporalio/client';
import { migrate } from '../../../src/database/migrate.ts';
import { createOrm } from '../../../src/database/orm.ts';
import { emptyDatabaseUrl, temporalAddress, testDatabaseUrl } from '../../support/stack/stack.ts';

test('a test database has every migration applied', async () => {
  expect(await migrate({ url: await testDatabaseUrl('stack') })).toEqual([]);
});

test('an empty database has none', async () => {
  const empty = await createOrm({ url: await emptyDatabaseUrl('stack'), poolMax: 2 });
  const [row] = await empty.em.execute(
    "select count(*)::int as n from pg_tables where schemaname = 'public'",
  );
  expect(row).toEqual({ n: 0 });
  await empty.close();
});

test('the Temporal server keeps ended runs for the configured time', async () => {
  const connection = await Connection.connect({ address: await temporalAddress() });
  const { config } = await connection.workflowService.describeNamespace({ namespace: 'default' });
  expect(Number(config?.workflowExecutionRetentionTtl?.seconds)).toBe(7 * 24 * 60 * 60);
  await connection.close();
});

test('the Temporal server knows the search attributes', async () => {
  const connection = await Connection.connect({ address: await temporalAddress() });
  const { customAttributes } = await connection.operatorService.listSearchAttributes({
    namespace: 'default',
  });
  expect(Object.keys(customAttributes ?? {})).toEqual(
    expect.arrayContaining(['StampingWorkflow', 'StampingAccount', 'StampingFailedNode']),
  );
  await connection.close();
});

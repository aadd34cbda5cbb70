import { createOrm } from '../../src/database/orm.ts';
import { testDatabaseUrl } from '../support/stack/stack.ts';

test('the entities describe the migrated database', async () => {
  const orm = await createOrm({ url: await testDatabaseUrl('entities'), poolMax: 1 });
  try {
    expect(await orm.schema.getUpdateSchemaSQL()).toBe('');
  } finally {
    await orm.close();
  }
});

import type { MikroORM } from '@mikro-orm/postgresql';
import { createOrm } from '../../src/database/orm.ts';
import { afterFile } from './runner/after-file.ts';

/** Opens a database as the product does; it closes after the test file. */
export async function openOrm(...options: Parameters<typeof createOrm>): Promise<MikroORM> {
  const orm = await createOrm(...options);
  afterFile(() => orm.close());
  return orm;
}

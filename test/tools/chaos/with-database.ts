import pg from 'pg';
import type { Topology } from './topology.ts';

/** A connection of its own each time: a program that comes back after a kill may have its database at another address. */
export async function withDatabase<Result>(
  service: Topology,
  work: (database: pg.Pool) => Promise<Result>,
): Promise<Result> {
  const database = new pg.Pool({ connectionString: await service.databaseUrl(), max: 2 });
  database.on('error', () => {});
  try {
    return await work(database);
  } finally {
    await database.end();
  }
}

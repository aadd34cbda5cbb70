import pg from 'pg';
import type { Deployment } from './deployment.ts';

/** Opens a new pool each time, because a restarted database may have another address. */
export async function withDatabase<Result>(
  deployment: Deployment,
  work: (database: pg.Pool) => Promise<Result>,
): Promise<Result> {
  const database = new pg.Pool({ connectionString: await deployment.databaseUrl(), max: 2 });
  database.on('error', () => {});
  try {
    return await work(database);
  } finally {
    await database.end();
  }
}

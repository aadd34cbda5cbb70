import pg from 'pg';
import { until } from './until.ts';

/**
 * Runs all with their transactions truly at the same time: another one holds the rows of a table until all wait for
 * them.
 */
export async function atOnce<Result>(
  { url, table }: { url: string; table: string },
  actions: readonly (() => Promise<Result>)[],
): Promise<Result[]> {
  const holder = new pg.Client({ connectionString: url });
  const watcher = new pg.Client({ connectionString: url });
  await Promise.all([holder.connect(), watcher.connect()]);
  try {
    await holder.query('begin');
    await holder.query(`select id from ${pg.escapeIdentifier(table)} for update`);
    const running = Promise.all(actions.map((action) => action()));
    await until(async () => {
      const { rows } = await watcher.query(
        `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return rows.length === actions.length;
    });
    await holder.query('commit');
    return await running;
  } finally {
    await Promise.all([holder.end(), watcher.end()]);
  }
}

import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import type { Sql, Statement } from '../../../infra/sql.ts';
import { inTransaction } from '../../../infra/transaction.ts';
import { type CountedTable, columnsOf, lockCount } from './counted-tables.ts';

/** Fewer rows than this are counted as fast as a cached count is read. */
const WORTH_CACHING = 2_000;
/** Rows older than this become part of a cached count: no transaction that may still insert such a row is so old. */
const MIN_AGE = "interval '1 hour'";
const MAX_AGE = "interval '70 minutes'";

/** Exact numbers of rows of a workflow. */
export interface CachedCounts {
  events(workflowId: number): Promise<number>;
  /** Runs of one status, or all for null. */
  runs(workflowId: number, status: string | null): Promise<number>;
}

/**
 * Counts old rows once and caches their number, because counting half a million rows takes far longer than reading a page
 * of them. Younger rows are counted every time.
 */
export function createCachedCounts({ orm, sql }: { orm: MikroORM; sql: Sql }): CachedCounts {
  const count = async (table: CountedTable, workflowId: number, status: string | null) => {
    const [cached] = await sql<{ upto: string; count: number; isDue: boolean }>(FIND_CACHED, [
      workflowId,
      table,
      status,
    ]);
    const since = cached?.upto ?? '-infinity';
    const [row] =
      status === null
        ? await sql<{ count: number }>(COUNT_ALL[table], [workflowId, since])
        : await sql<{ count: number }>(COUNT_STATUS, [workflowId, since, status]);
    const young = row?.count ?? 0;
    if (young >= WORTH_CACHING && (cached?.isDue ?? true))
      await inTransaction(orm, (em) => updateCache(em, table, workflowId));
    return (cached?.count ?? 0) + young;
  };
  return {
    events: (workflowId) => count('webhook_event', workflowId, null),
    runs: (workflowId, status) => count('run', workflowId, status),
  };
}

/** Adds the rows that have become old to the cached count. Idempotent. */
async function updateCache(em: EntityManager, table: CountedTable, workflowId: number): Promise<void> {
  const { status, time } = columnsOf[table];
  await em.execute(`select ${lockCount(table, '?::bigint')}`, [workflowId]);
  await em.execute(
    `with cached as (
       select upto, counts from list_total where workflow_id = ? and list = ?
     ), bounds as (
       select coalesce((select upto from cached), '-infinity') as since, now() - ${MIN_AGE} as upto
     ), added as (
       select ${status === null ? "''" : `r.${status}`} as status, count(*)::int as count from ${table} r, bounds b
       where r.workflow_id = ? and r.${time} >= b.since and r.${time} < b.upto group by 1
     ), counted as (
       select status, sum(count)::int as count from (
         select status, count from added
         union all select key, value::int from cached, jsonb_each_text(cached.counts)
       ) each group by 1
     )
     insert into list_total (workflow_id, list, upto, counts)
     select ?, ?, b.upto, coalesce((select jsonb_object_agg(status, count) from counted), '{}')
     from bounds b where b.since < b.upto
     on conflict (workflow_id, list) do update set upto = excluded.upto, counts = excluded.counts`,
    [workflowId, table, workflowId, workflowId, table],
  );
}

const FIND_CACHED: Statement = {
  name: 'cached_count',
  text: `
    select upto::text as upto, upto < now() - ${MAX_AGE} as "isDue",
           (select coalesce(sum(value::int), 0)::int from jsonb_each_text(counts)
            where $3::text is null or key = $3) as count
    from list_total where workflow_id = $1::bigint and list = $2`,
};

const countStatement = (name: string, table: CountedTable, condition = ''): Statement => ({
  name,
  text: `select count(*)::int as count from ${table}
         where workflow_id = $1::bigint and ${columnsOf[table].time} >= $2::timestamptz ${condition}`,
});
const COUNT_ALL = {
  webhook_event: countStatement('count_events', 'webhook_event'),
  run: countStatement('count_runs', 'run'),
};
const COUNT_STATUS = countStatement('count_runs_of_status', 'run', `and ${columnsOf.run.status} = $3`);

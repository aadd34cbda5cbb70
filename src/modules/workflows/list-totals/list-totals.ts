import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import type { Sql } from '../../../infra/sql.ts';
import { inTransaction } from '../../../infra/transaction.ts';
import { columnsOf, type KeptList, takeTurn } from './kept-lists.ts';

/** Fewer rows than this are counted as fast as a total is looked up. */
const WORTH_KEEPING = 2_000;
/** How old a row must be to become part of a total: far older than any transaction that may still insert it. */
const SETTLED = "interval '1 hour'";
const AGAIN_AFTER = "interval '70 minutes'";

export interface ListTotals {
  /** How many rows of the list there are, exactly; those of one status, or null for all. */
  count(list: KeptList, workflowId: number, status: string | null): Promise<number>;
}

/**
 * Counts the lists of workflows. What is old is counted once and kept, because to count half a million rows takes far
 * longer than to read a page of them.
 */
export function createListTotals({ orm, sql }: { orm: MikroORM; sql: Sql }): ListTotals {
  return {
    async count(list, workflowId, status) {
      const [kept] = await sql<{ upto: string; count: number; isDue: boolean }>(findKept, [
        workflowId,
        list,
        status,
      ]);
      const statement = status === null ? countAll[list] : countStatus[list];
      const from = kept?.upto ?? '-infinity';
      const given = status === null ? [workflowId, from] : [workflowId, from, status];
      const [row] = await sql<{ count: number }>(statement, given);
      const fresh = row?.count ?? 0;
      if (fresh >= WORTH_KEEPING && (kept?.isDue ?? true))
        await inTransaction(orm, (em) => keep(em, list, workflowId));
      return (kept?.count ?? 0) + fresh;
    },
  };
}

/** Adds what has become old to the total. Whoever comes second finds it done. */
async function keep(em: EntityManager, list: KeptList, workflowId: number): Promise<void> {
  const { status, time } = columnsOf[list];
  await em.execute(`select ${takeTurn(list, '?::bigint')}`, [workflowId]);
  await em.execute(
    `with kept as (
       select upto, counts from list_total where workflow_id = ? and list = ?
     ), bounds as (
       select coalesce((select upto from kept), '-infinity') as since, now() - ${SETTLED} as upto
     ), added as (
       select r.${status} as status, count(*)::int as count from ${list} r, bounds b
       where r.workflow_id = ? and r.${time} >= b.since and r.${time} < b.upto group by 1
     ), counted as (
       select status, sum(count)::int as count from (
         select status, count from added
         union all select key, value::int from kept, jsonb_each_text(kept.counts)
       ) each group by 1
     )
     insert into list_total (workflow_id, list, upto, counts)
     select ?, ?, b.upto, coalesce((select jsonb_object_agg(status, count) from counted), '{}')
     from bounds b where b.since < b.upto
     on conflict (workflow_id, list) do update set upto = excluded.upto, counts = excluded.counts`,
    [workflowId, list, workflowId, workflowId, list],
  );
}

const findKept = {
  name: 'list_total_kept',
  text: `
    select upto::text as upto, upto < now() - ${AGAIN_AFTER} as "isDue",
           (select coalesce(sum(value::int), 0)::int from jsonb_each_text(counts)
            where $3::text is null or key = $3) as count
    from list_total where workflow_id = $1::bigint and list = $2`,
};

const counting = (name: string, list: KeptList, condition: string) => ({
  name: `${name}_${list}`,
  text: `select count(*)::int as count from ${list}
         where workflow_id = $1::bigint and ${columnsOf[list].time} >= $2::timestamptz ${condition}`,
});
const countAll = {
  webhook_event: counting('list_total_all', 'webhook_event', ''),
  run: counting('list_total_all', 'run', ''),
};
const ofStatus = (list: KeptList) =>
  counting('list_total_status', list, `and ${columnsOf[list].status} = $3`);
const countStatus = { webhook_event: ofStatus('webhook_event'), run: ofStatus('run') };

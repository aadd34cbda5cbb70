import type { EntityManager } from '@mikro-orm/postgresql';
import type { PageRequest } from '../../http/pagination.ts';

/** Which page of what. `hits` is a statement that selects an `id` that grows with time. */
export interface PageSearch {
  hits: string;
  params: readonly unknown[];
  page: PageRequest;
}

/**
 * A page of what `hits` selects, newest first, with how many there are: one statement, so that both are of the same
 * moment. Without hits the total comes alone.
 */
export async function findPage<Row extends object>(
  em: EntityManager,
  search: PageSearch,
): Promise<{ rows: Row[]; total: number }> {
  const { sql, params } = pageQuery(search);
  const found = await em.execute<(Row & { id: string | null; total: string })[]>(sql, params);
  return { rows: found.filter((row) => row.id !== null), total: Number(found[0]?.total ?? 0) };
}

/** The statement of `findPage` with its parameters. */
export function pageQuery({ hits, params, page: { page, size } }: PageSearch): {
  sql: string;
  params: unknown[];
} {
  return {
    sql: `with hit as not materialized (${hits})
     select counted.total, listed.* from (select count(*) as total from hit) counted
     left join (select * from hit order by id desc limit ? offset ?) listed on true
     order by listed.id desc`,
    params: [...params, size, page * size],
  };
}

/**
 * The condition that one of these expressions holds the text anywhere, every character standing for itself, case aside;
 * with its parameters. Nothing for no text: then there is nothing to look at.
 */
export function holding(search: string, expressions: readonly string[]): { sql: string; params: string[] } {
  if (search === '') return { sql: 'true', params: [] };
  const pattern = `%${search.normalize('NFC').replaceAll(/[\\%_]/g, '\\$&')}%`;
  const sql = `(${expressions.map((expression) => `${expression} like lower(?)`).join(' or ')})`;
  return { sql, params: expressions.map(() => pattern) };
}

import type { EntityManager } from '@mikro-orm/postgresql';
import type { PageRequest } from '../../http/pagination.ts';
import { normalizeEmail } from '../auth/email-address.ts';

/** A page of the rows that the statement `hits` selects. They need an `id` that grows with time. */
export interface PageSearch {
  hits: string;
  params: readonly unknown[];
  page: PageRequest;
}

/**
 * A page of rows, newest first, with the number of all rows. Both come from one statement and are consistent.
 */
export async function findSearchPage<Row extends object>(
  em: EntityManager,
  search: PageSearch,
): Promise<{ rows: Row[]; total: number }> {
  const { sql, params } = pageQuery(search);
  const found = await em.execute<(Row & { id: string | null; total: string })[]>(sql, params);
  return { rows: found.filter((row) => row.id !== null), total: Number(found[0]?.total ?? 0) };
}

/** The statement of `findSearchPage` with its parameters. Without hits it returns one row with the total alone. */
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

/** The columns of a search. */
export interface Searched {
  /** Columns stored in the form of `normalizeEmail`: addresses and ids. */
  folded?: readonly string[];
  /** Columns stored as the user wrote them. */
  written?: readonly string[];
}

/**
 * The condition, with its parameters, that one of these columns contains the text. Every character is literal; case is
 * ignored. An empty text matches everything. Folded columns are compared with the lower case of the service, because
 * PostgreSQL has other rules for some letters, such as a final Σ and İ.
 */
export function holding(
  search: string,
  { folded = [], written = [] }: Searched,
): { sql: string; params: string[] } {
  if (search === '') return { sql: 'true', params: [] };
  const conditions = [
    ...folded.map((column) => `${column} like ?`),
    ...written.map((column) => `lower(${column}) like lower(?)`),
  ];
  return {
    sql: `(${conditions.join(' or ')})`,
    params: [
      ...folded.map(() => patternOf(normalizeEmail(search))),
      ...written.map(() => patternOf(search.normalize('NFC'))),
    ],
  };
}

const patternOf = (text: string) => `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;

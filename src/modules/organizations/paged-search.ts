import type { EntityManager } from '@mikro-orm/postgresql';
import type { PageRequest } from '../../http/pagination.ts';
import { normalizeEmail } from '../auth/email-address.ts';

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
export async function findSearchPage<Row extends object>(
  em: EntityManager,
  search: PageSearch,
): Promise<{ rows: Row[]; total: number }> {
  const { sql, params } = pageQuery(search);
  const found = await em.execute<(Row & { id: string | null; total: string })[]>(sql, params);
  return { rows: found.filter((row) => row.id !== null), total: Number(found[0]?.total ?? 0) };
}

/** The statement of `findSearchPage` with its parameters. */
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

/** Where a text is looked for. */
export interface Searched {
  /** Columns kept in lower case, as `normalizeEmail` gives it: addresses and ids. */
  folded?: readonly string[];
  /** Columns kept as they were written. */
  written?: readonly string[];
}

/**
 * The condition that one of these columns holds the text anywhere, every character standing for itself, case aside; with
 * its parameters. Nothing for no text: then there is nothing to look at. What the service folded is searched by its own
 * rules: PostgreSQL has others, for Σ at the end of a word and for İ.
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

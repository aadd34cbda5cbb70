import type { EntityManager } from '@mikro-orm/postgresql';
import type { PageRequest } from '../../http/pagination.ts';
import { normalizeEmail } from '../auth/email-address.ts';
import type { ApplicationRole } from '../users/user.entity.ts';

/** An account in the list. Secrets are not read. */
interface UserRow {
  public_id: string;
  email: string;
  application_role: ApplicationRole;
  is_enabled: boolean;
  is_verified: boolean;
  created_at: Date;
}

/** A statement with its parameters. */
interface Query {
  sql: string;
  params: unknown[];
}

const COLUMNS = 'public_id, email, application_role, is_enabled, is_verified, created_at';

/**
 * A page of accounts, newest first, with the number of all matches. The ids come from an index, so that a late page does
 * not read the rows it skips.
 */
export async function findUserPage(
  em: EntityManager,
  search: string,
  page: PageRequest,
): Promise<{ rows: UserRow[]; total: number }> {
  const { sql, params } = userPageQuery(search, page);
  const found = await em.execute<(Partial<UserRow> & { total: string })[]>(sql, params);
  const rows = found.filter((row): row is UserRow & { total: string } => row.public_id != null);
  return { rows, total: Number(found[0]?.total ?? 0) };
}

/** One statement, so that page and total are consistent. Without hits it returns one row with the total alone. */
export function userPageQuery(search: string, { page, size }: PageRequest): Query {
  const pattern = patternOf(search);
  // Materialized: with a small limit the planner would scan all ids instead of using the search index.
  const hits =
    pattern === null
      ? 'with hit as not materialized (select id from user_account)'
      : 'with hit as materialized (select id from user_account where email like ? or public_id like ?)';
  return {
    sql: `${hits}
      select total, ${COLUMNS}
      from (select count(*) as total from hit) counted
      left join (
        select ${COLUMNS}, id from user_account
        where id = any(array(select id from hit order by id desc limit ? offset ?))
      ) listed on true
      order by listed.id desc`,
    params: [...(pattern === null ? [] : [pattern, pattern]), size, page * size],
  };
}

/** The `like` pattern of a search term; null if every account matches. */
function patternOf(search: string): string | null {
  const text = normalizeEmail(search);
  // Every public id begins with usr_.
  if ('usr_'.includes(text)) return null;
  return `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;
}

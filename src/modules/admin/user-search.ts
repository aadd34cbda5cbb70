import type { EntityManager } from '@mikro-orm/postgresql';
import type { PageRequest } from '../../http/pagination.ts';
import { normalizeEmail } from '../auth/email-address.ts';
import type { ApplicationRole } from '../users/user.entity.ts';

/** An account as the list reads it: nothing secret leaves the database. */
export interface UserRow {
  public_id: string;
  email: string;
  application_role: ApplicationRole;
  is_enabled: boolean;
  is_verified: boolean;
  created_at: Date;
}

/** A statement with its parameters. */
export interface Query {
  sql: string;
  params: unknown[];
}

const COLUMNS = 'public_id, email, application_role, is_enabled, is_verified, created_at';

/**
 * A page of accounts, newest first, with how many there are. The ids are found in an index first, so that pages
 * far back cost no reading of rows they skip.
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

/** One statement, so that page and total are of the same moment. Without hits the total comes alone. */
export function userPageQuery(search: string, { page, size }: PageRequest): Query {
  const pattern = patternOf(search);
  // Found once, all of them: with a small limit the planner would rather walk through all ids and try each.
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

/** What `like` takes to find the text anywhere, or null when every account has it. */
function patternOf(search: string): string | null {
  const text = normalizeEmail(search);
  // All public ids begin so; no need to look.
  if ('usr_'.includes(text)) return null;
  return `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;
}

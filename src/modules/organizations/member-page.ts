import type { EntityManager } from '@mikro-orm/postgresql';
import type { PageRequest } from '../../http/pagination.ts';
import type { OrganizationRole } from './membership.entity.ts';
import { findSearchPage, holding, type PageSearch } from './paged-search.ts';

/** A member in a list. `id` is that of the membership. */
export interface MemberRow {
  id: string;
  public_id: string;
  email: string;
  role: OrganizationRole;
  joined_at: string | Date;
}

/** A page of the members of an organization. `search` matches a part of an address or public id. */
interface MemberSearch {
  organizationId: number;
  search: string;
  page: PageRequest;
}

/** A page of members, newest first. Reads accounts only for the page, unless it searches them. */
export async function findMemberPage(
  em: EntityManager,
  search: MemberSearch,
): Promise<{ rows: MemberRow[]; total: number }> {
  const { rows: found, total } = await findSearchPage<{ id: string }>(em, memberHits(search));
  if (found.length === 0) return { rows: [], total };
  const rows = await em.execute<MemberRow[]>(
    `select m.id, u.public_id, u.email, m.role, m.joined_at
     from membership m join user_account u on u.id = m.user_id
     where m.id in (${found.map(() => '?').join(', ')}) order by m.id desc`,
    found.map(({ id }) => id),
  );
  return { rows, total };
}

/** The search for memberships. */
export function memberHits({ organizationId, search, page }: MemberSearch): PageSearch {
  const { sql, params } = holding(search, { folded: ['u.email', 'u.public_id'] });
  const ofAccounts =
    search === '' ? '' : `and exists (select from user_account u where u.id = membership.user_id and ${sql})`;
  return {
    hits: `select id from membership where organization_id = ? ${ofAccounts}`,
    params: [organizationId, ...params],
    page,
  };
}

import type { EntityManager } from '@mikro-orm/postgresql';
import { DomainError, notFound } from '../../errors.ts';
import { isPublicId } from '../../infra/public-id.ts';
import type { ApplicationRole } from '../users/user.entity.ts';
import type { OrganizationRole } from './membership.entity.ts';
import { Organization } from './organization.entity.ts';

/** An organization that the caller may see, and the caller's rights in it. */
export interface OrganizationAccess {
  organization: Organization;
  /** Null for an administrator who is not a member. */
  role: OrganizationRole | null;
  /** Has the application role ADMIN or SUPER_ADMIN. */
  isAdministrator: boolean;
  /** May change the organization. A GUEST may not, whatever the role in the organization. */
  isManager: boolean;
}

/**
 * Returns the organization if the user is a member or an administrator. Throws NOT_FOUND otherwise, with the same text
 * whether it exists or not. `lock` locks its row and the account until the transaction ends, so that changes of members,
 * invitations and the account's role run one after another: the rights that were checked are the rights at the commit.
 */
export async function getOrganizationAccess(
  em: EntityManager,
  { userId, publicId, lock = false }: { userId: number; publicId: string; lock?: boolean },
): Promise<OrganizationAccess> {
  if (!isPublicId('org', publicId)) throw organizationNotFound();
  // FOR UPDATE would block sharing templates with it.
  if (lock) await em.execute('select 1 from organization where public_id = ? for no key update', [publicId]);
  const [row] = await em.execute<{ role: OrganizationRole | null; application_role: ApplicationRole }[]>(
    `select m.role, u.application_role from organization o
     join user_account u on u.id = ? and u.is_enabled
     left join membership m on m.user_id = u.id and m.organization_id = o.id
     where o.public_id = ? ${lock ? 'for share of u' : ''}`,
    [userId, publicId],
  );
  const isAdministrator = isAdministrators(row?.application_role);
  const organization =
    row && (row.role !== null || isAdministrator) ? await em.findOne(Organization, { publicId }) : null;
  if (!row || organization === null) throw organizationNotFound();
  const { role, application_role: applicationRole } = row;
  const isManager = isAdministrator || (role === 'ORG_ADMIN' && applicationRole !== 'GUEST');
  return { organization, role, isAdministrator, isManager };
}

/** Whether this application role manages all organizations. */
export function isAdministrators(role: ApplicationRole | undefined): boolean {
  return role === 'ADMIN' || role === 'SUPER_ADMIN';
}

/** Returns the access if it allows changes of the organization. Throws FORBIDDEN. */
export function requireManager(access: OrganizationAccess): OrganizationAccess {
  if (access.isManager) return access;
  throw new DomainError(
    'FORBIDDEN',
    'Only an ORG_ADMIN of this organization or an administrator may do this.',
  );
}

const organizationNotFound = () => notFound('The organization');

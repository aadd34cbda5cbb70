import { type EntityManager, LockMode } from '@mikro-orm/postgresql';
import { formatTimestamp } from '../../infra/clock.ts';
import { Membership } from './membership.entity.ts';

/** The memberships of an account with their organizations, oldest first. `userId` is the internal id. */
export function findMemberships(em: EntityManager, userId: number) {
  return em.find(Membership, { user: userId }, { populate: ['organization'], orderBy: { id: 'asc' } });
}

/**
 * The memberships of an account, locked until the transaction ends, so that none is removed and no role is changed before
 * the commit. Lock them before rows that the deletion of an organization changes, such as templates: it takes its locks in
 * the same order.
 */
export function lockMemberships(em: EntityManager, userId: number): Promise<Membership[]> {
  const options = { orderBy: { id: 'asc' }, lockMode: LockMode.PESSIMISTIC_READ, refresh: true } as const;
  return em.find(Membership, { user: userId }, options);
}

type LoadedMembership = Awaited<ReturnType<typeof findMemberships>>[number];

/** A membership in a profile. */
export function toMembershipItem({ organization, role, joinedAt }: LoadedMembership) {
  return {
    organizationId: organization.getEntity().publicId,
    organizationName: organization.getEntity().name,
    role,
    joinedAt: formatTimestamp(joinedAt),
  };
}

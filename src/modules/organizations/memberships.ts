import { type EntityManager, LockMode } from '@mikro-orm/postgresql';
import { formatTimestamp } from '../../infra/clock.ts';
import { Membership } from './membership.entity.ts';

/** The memberships of an account with their organizations, oldest first. `userId` is the internal id. */
export function findMemberships(em: EntityManager, userId: number) {
  return em.find(Membership, { user: userId }, { populate: ['organization'], orderBy: { id: 'asc' } });
}

/**
 * The membership, locked until the transaction ends, so that it is neither removed nor changed before the commit. Null if
 * there is none. Lock it before rows that the deletion of an organization changes, such as templates: it takes its locks in
 * the same order.
 */
export function lockMembership(
  em: EntityManager,
  { userId, organizationId }: { userId: number; organizationId: number },
): Promise<Membership | null> {
  const options = { lockMode: LockMode.PESSIMISTIC_READ, refresh: true } as const;
  return em.findOne(Membership, { user: userId, organization: organizationId }, options);
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

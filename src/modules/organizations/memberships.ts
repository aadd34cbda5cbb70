import type { EntityManager } from '@mikro-orm/postgresql';
import { formatTimestamp } from '../../infra/clock.ts';
import { Membership } from './membership.entity.ts';

/** The memberships of an account with their organizations, oldest first. `userId` is the internal id. */
export function findMemberships(em: EntityManager, userId: number) {
  return em.find(Membership, { user: userId }, { populate: ['organization'], orderBy: { id: 'asc' } });
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

import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import { DomainError, notFound } from '../../errors.ts';
import { toPage } from '../../http/pagination.ts';
import { formatTimestamp } from '../../infra/clock.ts';
import { isPublicId } from '../../infra/public-id.ts';
import { inTransaction } from '../../infra/transaction.ts';
import type { AuditService } from '../audit/audit.service.ts';
import type { Caller } from '../audit/caller.ts';
import type { CurrentUser } from '../users/current-user.ts';
import { closeInvitation } from './close-invitation.ts';
import { Invitation } from './invitation.entity.ts';
import { findMemberPage, type MemberRow } from './member-page.ts';
import { Membership, type OrganizationRole } from './membership.entity.ts';
import { getOrganizationAccess, type OrganizationAccess, requireManager } from './organization-access.ts';
import type { MemberPage, MemberQuery, MemberRecord } from './organizations.schemas.ts';

/** The public ids of a member and the organization. */
interface MemberIds {
  publicId: string;
  userId: string;
}

export type MembersService = ReturnType<typeof createMembersService>;

/** Members of organizations and their roles. Changes take effect with the next request, also for active runs. */
export function createMembersService({ orm, audit }: { orm: MikroORM; audit: AuditService }) {
  async function revokeInvitation(
    { em, caller }: { em: EntityManager; caller: Caller },
    access: OrganizationAccess,
    email: string,
  ): Promise<void> {
    const open = { organization: access.organization.id, email, status: 'PENDING' } as const;
    const invitation = await em.findOne(Invitation, open);
    if (invitation === null) return;
    await closeInvitation(em, invitation, 'REVOKED');
    audit.record(em, caller, {
      action: 'INVITATION_REVOKED',
      target: nameOf(access),
      changes: { invitation: { from: email, to: null } },
    });
  }

  return {
    /** A page of members, newest first. Throws NOT_FOUND. */
    async list(
      user: CurrentUser,
      publicId: string,
      { search = '', ...page }: MemberQuery,
    ): Promise<MemberPage> {
      const em = orm.em.fork();
      const { organization } = await getOrganizationAccess(em, { userId: user.id, publicId });
      const { rows, total } = await findMemberPage(em, { organizationId: organization.id, search, page });
      return toPage(rows.map(toMember), total, page);
    },

    /** Changes the role of a member. Throws NOT_FOUND, FORBIDDEN, and LAST_ORG_ADMIN unless the caller is an administrator. */
    async changeRole(caller: Caller, ids: MemberIds, role: OrganizationRole): Promise<MemberRecord> {
      return inTransaction(orm, async (em) => {
        const access = requireManager(await getLocked(em, caller, ids));
        const { member, membership } = await getMember(em, access, ids);
        if (membership.role !== role) {
          if (role !== 'ORG_ADMIN') await requireAnotherAdmin(em, access, membership);
          audit.record(em, caller, {
            action: 'ORGANIZATION_ROLE_CHANGED',
            target: nameOf(access),
            changes: {
              member: { from: member.email, to: member.email },
              role: { from: membership.role, to: role },
            },
          });
          membership.role = role;
          await em.flush();
        }
        return toMember({ ...member, role });
      });
    },

    /**
     * Removes a member; callers may remove themselves. Revokes an open invitation to the member's address, so that the
     * member cannot return with it. Throws NOT_FOUND, FORBIDDEN, and LAST_ORG_ADMIN as above.
     */
    async remove(caller: Caller, ids: MemberIds): Promise<void> {
      const isLeaving = ids.userId === caller.user.publicId;
      await inTransaction(orm, async (em) => {
        const access = await getLocked(em, caller, ids);
        if (!isLeaving) requireManager(access);
        const { member, membership } = await getMember(em, access, ids);
        await requireAnotherAdmin(em, access, membership);
        audit.record(em, caller, {
          action: isLeaving ? 'ORGANIZATION_MEMBER_LEFT' : 'ORGANIZATION_MEMBER_REMOVED',
          target: nameOf(access),
          changes: { member: { from: member.email, to: null }, role: { from: member.role, to: null } },
        });
        em.remove(membership);
        await revokeInvitation({ em, caller }, access, member.email);
        await em.flush();
      });
    },
  };
}

function getLocked(em: EntityManager, caller: Caller, { publicId }: MemberIds): Promise<OrganizationAccess> {
  return getOrganizationAccess(em, { userId: caller.user.id, publicId, lock: true });
}

async function getMember(
  em: EntityManager,
  { organization }: OrganizationAccess,
  { userId }: MemberIds,
): Promise<{ member: MemberRow; membership: Membership }> {
  const [member] = !isPublicId('usr', userId)
    ? []
    : await em.execute<MemberRow[]>(
        `select m.id, u.public_id, u.email, m.role, m.joined_at
         from membership m join user_account u on u.id = m.user_id
         where m.organization_id = ? and u.public_id = ?`,
        [organization.id, userId],
      );
  const membership = member ? await em.findOne(Membership, { id: Number(member.id) }) : null;
  if (!member || membership === null) throw notFound('The member');
  return { member, membership };
}

/** Requires another ORG_ADMIN who can act: not locked, not a GUEST. Throws LAST_ORG_ADMIN. */
async function requireAnotherAdmin(
  em: EntityManager,
  { organization, isAdministrator }: OrganizationAccess,
  membership: Membership,
): Promise<void> {
  if (isAdministrator || membership.role !== 'ORG_ADMIN') return;
  const others = await em.execute<object[]>(
    `select 1 from membership m join user_account u on u.id = m.user_id
     where m.organization_id = ? and m.id <> ? and m.role = 'ORG_ADMIN'
       and u.is_enabled and u.application_role <> 'GUEST' limit 1`,
    [organization.id, membership.id],
  );
  if (others.length > 0) return;
  const detail =
    'An organization needs at least one ORG_ADMIN. Make another member ORG_ADMIN first, or ask an administrator.';
  throw new DomainError('LAST_ORG_ADMIN', detail);
}

function nameOf({ organization: { publicId, name } }: OrganizationAccess) {
  return { publicId, name };
}

function toMember({ public_id: userId, email, role, joined_at: joinedAt }: MemberRow): MemberRecord {
  return { userId, email, role, joinedAt: formatTimestamp(new Date(joinedAt)) };
}

import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import { DomainError, notFound } from '../../errors.ts';
import { toPage } from '../../http/pagination.ts';
import { type Clock, formatTimestamp } from '../../infra/clock.ts';
import type { MailOutbox } from '../../infra/mailer/mail-outbox.ts';
import type { MailSender } from '../../infra/mailer/mail-sender.ts';
import { createPublicId, isPublicId } from '../../infra/public-id.ts';
import { inTransaction } from '../../infra/transaction.ts';
import type { AuditService } from '../audit/audit.service.ts';
import type { AuditAction } from '../audit/audit-entry.entity.ts';
import type { Caller } from '../audit/caller.ts';
import { parseEmail } from '../auth/email-address.ts';
import type { CurrentUser } from '../users/current-user.ts';
import { closeInvitation } from './close-invitation.ts';
import { Invitation, type InvitationStatus } from './invitation.entity.ts';
import { enqueueInvitationMail } from './invitation-mails.ts';
import type { InvitationPage, InvitationQuery, InvitationRecord } from './invitations.schemas.ts';
import type { OrganizationRole } from './membership.entity.ts';
import type { Organization } from './organization.entity.ts';
import { getOrganizationAccess, requireManager } from './organization-access.ts';
import { findSearchPage, holding } from './paged-search.ts';

/** Seven days in milliseconds. */
const LIFETIME = 7 * 24 * 60 * 60 * 1000;

/** The public ids of an invitation and its organization. */
interface InvitationIds {
  publicId: string;
  invitationId: string;
}

interface InvitationRow {
  id: string;
  public_id: string;
  email: string;
  role: OrganizationRole;
  status: InvitationStatus;
  invited_by: string;
  created_at: string | Date;
  expires_at: string | Date;
}

export type InvitationsService = ReturnType<typeof createInvitationsService>;

/** Invitations, for the managers of an organization. */
export function createInvitationsService({
  orm,
  audit,
  clock,
  mailOutbox,
  mailSender,
}: {
  orm: MikroORM;
  audit: AuditService;
  clock: Clock;
  mailOutbox: MailOutbox;
  mailSender: Pick<MailSender, 'wake'>;
}) {
  const isExpired = ({ expiresAt }: Invitation) => expiresAt <= clock.now();

  async function getManaged(em: EntityManager, user: CurrentUser, publicId: string, lock = false) {
    const access = await getOrganizationAccess(em, { userId: user.id, publicId, lock });
    return requireManager(access).organization;
  }

  async function getInvitation(
    em: EntityManager,
    organization: Organization,
    invitationId: string,
  ): Promise<Invitation> {
    const wanted = { publicId: invitationId, organization: organization.id };
    const found = isPublicId('inv', invitationId) ? await em.findOne(Invitation, wanted) : null;
    if (found === null) throw notFound('The invitation');
    return found;
  }

  /** Changes an open invitation and records it in the audit trail. Throws INVITATION_SETTLED. */
  async function changeOpen(
    caller: Caller,
    { publicId, invitationId }: InvitationIds,
    change: { action: AuditAction; apply: (invitation: Invitation, em: EntityManager) => Promise<void> },
  ): Promise<InvitationRecord> {
    return inTransaction(orm, async (em) => {
      const organization = await getManaged(em, caller.user, publicId, true);
      const invitation = requireOpen(await getInvitation(em, organization, invitationId));
      await change.apply(invitation, em);
      const { email } = invitation;
      audit.record(em, caller, {
        action: change.action,
        target: { publicId, name: organization.name },
        changes: { invitation: { from: email, to: change.action === 'INVITATION_REVOKED' ? null : email } },
      });
      await em.flush();
      return toRecord(invitation);
    });
  }

  function toRecord(invitation: Invitation): InvitationRecord {
    const { publicId: invitationId, email, role, status, invitedBy } = invitation;
    return {
      invitationId,
      email,
      role,
      invitedBy,
      status: status === 'PENDING' && isExpired(invitation) ? 'EXPIRED' : status,
      createdAt: formatTimestamp(invitation.createdAt),
      expiresAt: formatTimestamp(invitation.expiresAt),
    };
  }

  return {
    /** A page of invitations, newest first. Throws NOT_FOUND, FORBIDDEN. */
    async list(
      user: CurrentUser,
      publicId: string,
      { search = '', status, ...page }: InvitationQuery,
    ): Promise<InvitationPage> {
      const em = orm.em.fork();
      const organization = await getManaged(em, user, publicId);
      const found = holding(search, { folded: ['email'] });
      const { rows, total } = await findSearchPage<InvitationRow>(em, {
        hits: `select * from (
                 select id, public_id, email, role, invited_by, created_at, expires_at,
                        case when status = 'PENDING' and expires_at <= ? then 'EXPIRED' else status end as status
                 from invitation where organization_id = ?
               ) shown where ${found.sql} ${status === undefined ? '' : 'and status = ?'}`,
        params: [clock.now(), organization.id, ...found.params, ...(status === undefined ? [] : [status])],
        page,
      });
      return toPage(rows.map(fromRow), total, page);
    },

    /** Throws the errors that `invite` would throw; changes nothing. */
    async requireInvitable(user: CurrentUser, publicId: string, email: string): Promise<void> {
      const em = orm.em.fork();
      await findExpired(em, await getManaged(em, user, publicId), email);
    },

    /** The recipient of an invitation. Throws the errors of `resend`. */
    async getRecipient(user: CurrentUser, { publicId, invitationId }: InvitationIds): Promise<string> {
      const em = orm.em.fork();
      const organization = await getManaged(em, user, publicId);
      return requireOpen(await getInvitation(em, organization, invitationId)).email;
    },

    /** E-mails an invitation. Throws NOT_FOUND, FORBIDDEN, ALREADY_MEMBER, ALREADY_INVITED. */
    async invite(
      caller: Caller,
      publicId: string,
      { email: given, role }: { email: string; role: OrganizationRole },
    ): Promise<InvitationRecord> {
      const email = parseEmail(given);
      const record = await inTransaction(orm, async (em) => {
        const organization = await getManaged(em, caller.user, publicId, true);
        await closeExpired(em, organization, email);
        const now = clock.now();
        const invitation = em.create(Invitation, {
          publicId: createPublicId('inv'),
          organization,
          email,
          role,
          status: 'PENDING',
          invitedBy: caller.user.email,
          createdAt: now,
          expiresAt: new Date(now.getTime() + LIFETIME),
        });
        audit.record(em, caller, {
          action: 'INVITATION_SENT',
          target: { publicId, name: organization.name },
          changes: { invitation: { from: null, to: email }, role: { from: null, to: role } },
        });
        await em.flush();
        await enqueueInvitationMail(mailOutbox, em, invitation);
        return toRecord(invitation);
      });
      mailSender.wake();
      return record;
    },

    /** E-mails it again and restarts its seven days. Earlier links stay valid. Throws NOT_FOUND, FORBIDDEN, INVITATION_SETTLED. */
    async resend(caller: Caller, ids: InvitationIds): Promise<InvitationRecord> {
      const record = await changeOpen(caller, ids, {
        action: 'INVITATION_RESENT',
        async apply(invitation, em) {
          invitation.expiresAt = new Date(clock.now().getTime() + LIFETIME);
          await enqueueInvitationMail(mailOutbox, em, invitation);
        },
      });
      mailSender.wake();
      return record;
    },

    /** Closes it; its links stop working at once. Throws NOT_FOUND, FORBIDDEN, INVITATION_SETTLED. */
    async revoke(caller: Caller, ids: InvitationIds): Promise<InvitationRecord> {
      return changeOpen(caller, ids, {
        action: 'INVITATION_REVOKED',
        apply: (invitation, em) => closeInvitation(em, invitation, 'REVOKED'),
      });
    },
  };

  /** Closes the expired invitation of an address, which can have one PENDING invitation. */
  async function closeExpired(em: EntityManager, organization: Organization, email: string): Promise<void> {
    const expired = await findExpired(em, organization, email);
    if (expired === null) return;
    await closeInvitation(em, expired, 'EXPIRED');
    await em.flush();
  }

  /** The expired invitation of this address that is stored as PENDING, or null. Throws ALREADY_MEMBER, ALREADY_INVITED. */
  async function findExpired(
    em: EntityManager,
    organization: Organization,
    email: string,
  ): Promise<Invitation | null> {
    const members = await em.execute<object[]>(
      `select 1 from membership m join user_account u on u.id = m.user_id
       where m.organization_id = ? and u.email = ?`,
      [organization.id, email],
    );
    if (members.length > 0) {
      throw new DomainError('ALREADY_MEMBER', 'The account with this address is already a member.');
    }
    const open = await em.findOne(Invitation, { organization: organization.id, email, status: 'PENDING' });
    if (open === null || isExpired(open)) return open;
    const detail = 'This address has an open invitation. Resend it, or revoke it first.';
    throw new DomainError('ALREADY_INVITED', detail);
  }
}

/** Returns the invitation if it is PENDING. Throws INVITATION_SETTLED. */
function requireOpen(invitation: Invitation): Invitation {
  const { status } = invitation;
  if (status === 'PENDING') return invitation;
  throw new DomainError('INVITATION_SETTLED', `This invitation is ${status}. Send a new invitation.`);
}

function fromRow(row: InvitationRow): InvitationRecord {
  return {
    invitationId: row.public_id,
    email: row.email,
    role: row.role,
    status: row.status,
    invitedBy: row.invited_by,
    createdAt: formatTimestamp(new Date(row.created_at)),
    expiresAt: formatTimestamp(new Date(row.expires_at)),
  };
}

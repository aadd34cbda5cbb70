import type { MikroORM } from '@mikro-orm/postgresql';
import { DomainError } from '../../errors.ts';
import { type Clock, formatTimestamp } from '../../infra/clock.ts';
import { hashToken } from '../../infra/token-hash.ts';
import { inTransaction } from '../../infra/transaction.ts';
import type { AuditService } from '../audit/audit.service.ts';
import type { Caller } from '../audit/caller.ts';
import { lockEnabledAccount } from '../users/require-editor.ts';
import { User } from '../users/user.entity.ts';
import type { AcceptResponse } from './invitations.schemas.ts';
import type { OrganizationRole } from './membership.entity.ts';

interface OpenInvitation {
  id: string;
  email: string;
  role: OrganizationRole;
  public_id: string;
  name: string;
}

export type AcceptInvitation = ReturnType<typeof createAcceptInvitation>;

/** Accepting an invitation. */
export function createAcceptInvitation({
  orm,
  audit,
  clock,
}: {
  orm: MikroORM;
  audit: AuditService;
  clock: Clock;
}) {
  /**
   * Makes the caller a member and closes the invitation. Throws LINK_INVALID for a token that is not valid, FORBIDDEN for
   * an invitation of another address, ACCOUNT_UNVERIFIED, ALREADY_MEMBER.
   */
  return async function accept(caller: Caller, token: string): Promise<AcceptResponse> {
    const tokenHash = hashToken(token);
    return inTransaction(orm, async (em) => {
      // Every change of members locks the row of the organization first.
      await em.execute(
        `select 1 from organization where id = (
           select i.organization_id from invitation_token t join invitation i on i.id = t.invitation_id
           where t.token_hash = ?
         ) for no key update`,
        [tokenHash],
      );
      const [invitation] = await em.execute<OpenInvitation[]>(
        `select i.id, i.email, i.role, o.public_id, o.name from invitation_token t
         join invitation i on i.id = t.invitation_id and i.status = 'PENDING' and i.expires_at > ?
         join organization o on o.id = i.organization_id
         where t.token_hash = ?`,
        [clock.now(), tokenHash],
      );
      if (!invitation) throw linkInvalid();
      // Locked, so that the address that is compared cannot be changed before the commit.
      await lockEnabledAccount(em, caller.user.id);
      const user = await em.findOneOrFail(User, { id: caller.user.id });
      if (user.email !== invitation.email) {
        const detail =
          'This invitation was sent to another e-mail address. Log in with the account of that address.';
        throw new DomainError('FORBIDDEN', detail);
      }
      if (!user.isVerified) {
        throw new DomainError(
          'ACCOUNT_UNVERIFIED',
          'Your e-mail address is not verified. Open the link in the verification e-mail.',
        );
      }
      const { id, role, public_id: publicId, name } = invitation;
      const now = clock.now();
      const joined = await em.execute<{ role: OrganizationRole; joined_at: string | Date }[]>(
        `insert into membership (user_id, organization_id, role, joined_at)
         select ?, organization_id, role, ? from invitation where id = ?
         on conflict (user_id, organization_id) do nothing returning role, joined_at`,
        [user.id, now, id],
        'all',
      );
      if (joined.length === 0)
        throw new DomainError('ALREADY_MEMBER', 'You are already a member of this organization.');
      await em.execute(`update invitation set status = 'ACCEPTED' where id = ?`, [id]);
      await em.execute('delete from invitation_token where invitation_id = ?', [id]);
      audit.record(em, caller, {
        action: 'ORGANIZATION_MEMBER_JOINED',
        target: { publicId, name },
        changes: { member: { from: null, to: user.email }, role: { from: null, to: role } },
      });
      await em.flush();
      return { organizationId: publicId, organizationName: name, role, joinedAt: formatTimestamp(now) };
    });
  };
}

/** The same error for every token that is not valid. */
function linkInvalid(): DomainError {
  const detail = 'This invitation is unknown, accepted, revoked or expired. Request a new one.';
  return new DomainError('LINK_INVALID', detail);
}

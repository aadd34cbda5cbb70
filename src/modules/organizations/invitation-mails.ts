import { randomBytes } from 'node:crypto';
import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import Type from 'typebox';
import { Value } from 'typebox/value';
import type { Clock } from '../../infra/clock.ts';
import type { MailOutbox } from '../../infra/mailer/mail-outbox.ts';
import type { MailComposer } from '../../infra/mailer/mail-sender.ts';
import { hashToken } from '../../infra/token-hash.ts';
import { Invitation, InvitationToken } from './invitation.entity.ts';

const parameters = Type.Object({ invitationId: Type.String() });
/** 192 bits, as for other e-mailed links. */
const TOKEN_BYTES = 24;

/** Queues the e-mail of an invitation. It is not sent if the invitation is no longer open by then. */
export function enqueueInvitationMail(
  outbox: MailOutbox,
  em: EntityManager,
  { publicId: invitationId, email: recipient }: Invitation,
): Promise<void> {
  return outbox.enqueue(em, { kind: 'invitation', recipient, params: { invitationId } });
}

/** Composes the e-mails of invitations. The token is created only then, so that the outbox stores no token. */
export function createInvitationMails({
  orm,
  clock,
  baseUrl,
}: {
  orm: MikroORM;
  clock: Clock;
  baseUrl: () => string;
}): Record<'invitation', MailComposer> {
  return {
    async invitation({ recipient, params }) {
      const { invitationId: publicId } = Value.Parse(parameters, params);
      const em = orm.em.fork();
      const open = { publicId, status: 'PENDING', expiresAt: { $gt: clock.now() } } as const;
      const invitation = await em.findOne(Invitation, open, { populate: ['organization'] });
      if (invitation === null) return null;
      const token = randomBytes(TOKEN_BYTES).toString('base64url');
      em.create(InvitationToken, { invitation, tokenHash: hashToken(token) });
      await em.flush();
      const { name, displayName } = invitation.organization.getEntity();
      const organizationName = displayName ?? name;
      const role = invitation.role === 'ORG_ADMIN' ? 'an administrator' : 'a member';
      return {
        subject: `Invitation to ${organizationName}`,
        paragraphs: [
          `${invitation.invitedBy} invites you to join ${organizationName} as ${role}. Open this link within seven days to accept.`,
          `The invitation is for the account ${recipient}. If you have no account, register with this address first.`,
          'If you do not want to join, ignore this e-mail.',
        ],
        link: {
          label: 'Accept the invitation',
          url: `${baseUrl()}/invitations?token=${token}`,
        },
      };
    },
  };
}

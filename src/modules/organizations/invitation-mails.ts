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
/** As in the other links: 192 bits. */
const TOKEN_BYTES = 24;

/** A link to accept this invitation. Nothing is sent when it is answered, revoked or over by then. */
export function enqueueInvitationMail(
  outbox: MailOutbox,
  em: EntityManager,
  { publicId: invitationId, email: recipient }: Invitation,
): Promise<void> {
  return outbox.owe(em, { kind: 'invitation', recipient, params: { invitationId } });
}

/** Composes invitations when they are sent: only then a token is made, so that none lies in the outbox. */
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
      const called = displayName ?? name;
      const role = invitation.role === 'ORG_ADMIN' ? 'an administrator' : 'a member';
      return {
        subject: `Invitation to ${called}`,
        paragraphs: [
          `${invitation.invitedBy} invites you to join ${called} as ${role}. Open this link within seven days to accept.`,
          `The invitation is for the account of ${recipient}. If you have none, register with this address first.`,
          'If you do not want to join, ignore this mail.',
        ],
        link: {
          label: 'Accept the invitation',
          url: `${baseUrl()}/invitations?token=${token}`,
        },
      };
    },
  };
}

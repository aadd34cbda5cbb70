import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import Type from 'typebox';
import { Value } from 'typebox/value';
import type { Clock } from '../../infra/clock.ts';
import type { MailContent } from '../../infra/mailer/mail.ts';
import type { MailOutbox } from '../../infra/mailer/mail-outbox.ts';
import type { MailComposer } from '../../infra/mailer/mail-sender.ts';
import { User } from '../users/user.entity.ts';
import { createAccountTokens } from './account-tokens.ts';

const registration = Type.Object({ passwordHash: Type.String() });

/** Queues the e-mail for a registration of this address. `passwordHash` becomes valid only when the link is opened. */
export function enqueueRegistrationMail(
  outbox: MailOutbox,
  em: EntityManager,
  { email, passwordHash }: { email: string; passwordHash: string },
): Promise<void> {
  return outbox.enqueue(em, { kind: 'registration', recipient: email, params: { passwordHash } });
}

/** Queues an e-mail with a verification link. It is not sent if the address is verified by then. */
export function enqueueVerificationMail(outbox: MailOutbox, em: EntityManager, email: string): Promise<void> {
  return outbox.enqueue(em, { kind: 'verification', recipient: email });
}

/** Queues an e-mail with a password reset link. It is not sent if the address has no account. */
export function enqueuePasswordResetMail(
  outbox: MailOutbox,
  em: EntityManager,
  email: string,
): Promise<void> {
  return outbox.enqueue(em, { kind: 'password-reset', recipient: email });
}

/**
 * Composes the e-mails above when they are sent. The account is read only then, so that a request takes the same time for
 * every address. The token is created only then, so that the outbox stores no token.
 */
export function createAccountMails({
  orm,
  clock,
  baseUrl,
}: {
  orm: MikroORM;
  clock: Clock;
  baseUrl: () => string;
}): Record<'registration' | 'verification' | 'password-reset', MailComposer> {
  const tokens = createAccountTokens({ orm, clock });
  const linkTo = (path: string, token: string) => `${baseUrl()}${path}?token=${token}`;
  const find = (email: string) => orm.em.fork().findOne(User, { email });

  async function verify(user: User, passwordHash: string | null): Promise<MailContent> {
    const { id: userId, email } = user;
    const token = await tokens.issue({ userId, email, passwordHash, purpose: 'VERIFY_EMAIL' });
    return {
      subject: 'Verify your e-mail address',
      paragraphs: [
        `Open this link within 24 hours to verify the address ${email}.`,
        'If you did not request this, ignore this e-mail.',
      ],
      link: { label: 'Verify e-mail address', url: linkTo('/api/auth/verify', token) },
    };
  }

  async function choosePassword(
    { id: userId, email }: User,
    content: Pick<MailContent, 'subject' | 'paragraphs'>,
  ): Promise<MailContent> {
    const token = await tokens.issue({ userId, email, purpose: 'RESET_PASSWORD' });
    return { ...content, link: { label: 'Choose a new password', url: linkTo('/reset-password', token) } };
  }

  return {
    async registration({ recipient, params }) {
      const user = await find(recipient);
      if (user === null) return null;
      const { passwordHash } = Value.Parse(registration, params);
      // Another registration of its address does not change the password of an account in use.
      return user.isVerified
        ? accountExists(user)
        : verify(user, user.registrationPending ? passwordHash : null);
    },

    async verification({ recipient }) {
      const user = await find(recipient);
      if (user === null || user.isVerified) return null;
      // Several passwords were registered. The owner of the mailbox chooses a new one.
      const isContested = user.registrationPending && (await tokens.isContested(user.id));
      // Binds the link to the current password: a later registration must not replace it.
      if (!isContested) return verify(user, user.registrationPending ? user.passwordHash : null);
      return choosePassword(user, {
        subject: 'Verify your e-mail address',
        paragraphs: [
          `The address ${user.email} was registered more than once, possibly by someone else.`,
          'Choose a password within one hour. This verifies the address; earlier passwords are discarded.',
        ],
      });
    },

    async 'password-reset'({ recipient }) {
      const user = await find(recipient);
      if (user === null) return null;
      return choosePassword(user, {
        subject: 'Choose a new password',
        paragraphs: [
          `Open this link within one hour to choose a new password for the account ${user.email}.`,
          'The link works once. If you did not request this, ignore this e-mail. Your password does not change.',
        ],
      });
    },
  };
}

function accountExists({ email }: User): MailContent {
  return {
    subject: 'You already have an account',
    paragraphs: [
      `A registration was requested for ${email}, which already has an account. Nothing was changed.`,
      'If you forgot your password, request a password reset.',
    ],
  };
}

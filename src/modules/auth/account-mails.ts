import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import Type from 'typebox';
import { Value } from 'typebox/value';
import type { MailContent } from '../../infra/mailer/mail.ts';
import type { MailOutbox } from '../../infra/mailer/mail-outbox.ts';
import type { MailComposer } from '../../infra/mailer/mail-sender.ts';
import { User } from '../users/user.entity.ts';
import type { AccountTokens } from './account-tokens.ts';

const registration = Type.Object({ passwordHash: Type.String() });

/** Somebody registered this address, known or not. `passwordHash` counts only if the mail's link is opened. */
export function enqueueRegistrationMail(
  outbox: MailOutbox,
  em: EntityManager,
  { email, passwordHash }: { email: string; passwordHash: string },
): Promise<void> {
  return outbox.owe(em, { kind: 'registration', recipient: email, params: { passwordHash } });
}

/** A link that verifies this address. Nothing is sent when it is verified by then. */
export function enqueueVerificationMail(outbox: MailOutbox, em: EntityManager, email: string): Promise<void> {
  return outbox.owe(em, { kind: 'verification', recipient: email });
}

/** A link to choose a new password. Nothing is sent when the address has no account. */
export function enqueuePasswordResetMail(
  outbox: MailOutbox,
  em: EntityManager,
  email: string,
): Promise<void> {
  return outbox.owe(em, { kind: 'password-reset', recipient: email });
}

/**
 * Composes the mails above when they are sent: only then the account is looked up, so that a request costs the same
 * for every address, and only then a token is made, so that none lies in the outbox.
 */
export function createAccountMails({
  orm,
  tokens,
  baseUrl,
}: {
  orm: MikroORM;
  tokens: AccountTokens;
  baseUrl: () => string;
}): Record<'registration' | 'verification' | 'password-reset', MailComposer> {
  const linkTo = (path: string, token: string) => `${baseUrl()}${path}?token=${token}`;
  const find = (email: string) => orm.em.fork().findOne(User, { email });

  async function verify(user: User, passwordHash: string | null): Promise<MailContent> {
    const { id: userId, email } = user;
    const token = await tokens.issue({ userId, email, passwordHash, purpose: 'VERIFY_EMAIL' });
    return {
      subject: 'Verify your e-mail address',
      paragraphs: [
        `Open this link within 24 hours to verify the address ${email}.`,
        'If you did not ask for this, ignore this mail.',
      ],
      link: { label: 'Verify the address', url: linkTo('/api/auth/verify', token) },
    };
  }

  async function choosePassword(
    { id: userId, email }: User,
    told: Pick<MailContent, 'subject' | 'paragraphs'>,
  ): Promise<MailContent> {
    const token = await tokens.issue({ userId, email, purpose: 'RESET_PASSWORD' });
    return { ...told, link: { label: 'Choose a new password', url: linkTo('/reset-password', token) } };
  }

  return {
    async registration({ recipient, params }) {
      const user = await find(recipient);
      if (user === null) return null;
      const { passwordHash } = Value.Parse(registration, params);
      // An account that was in use keeps its password, whoever registers its address again.
      return user.isVerified
        ? accountExists(user)
        : verify(user, user.registrationPending ? passwordHash : null);
    },

    async verification({ recipient }) {
      const user = await find(recipient);
      if (user === null || user.isVerified) return null;
      // Nobody can tell whose password this link would make good; whoever has the mailbox chooses one.
      const isContested = user.registrationPending && (await tokens.isContested(user.id));
      // The password of now: it must not become that of whoever registers the address before the link is opened.
      if (!isContested) return verify(user, user.registrationPending ? user.passwordHash : null);
      return choosePassword(user, {
        subject: 'Verify your e-mail address',
        paragraphs: [
          `The address ${user.email} was registered more than once, perhaps not only by you.`,
          'Choose a password within an hour: that verifies the address, and no earlier password counts.',
        ],
      });
    },

    async 'password-reset'({ recipient }) {
      const user = await find(recipient);
      if (user === null) return null;
      return choosePassword(user, {
        subject: 'Choose a new password',
        paragraphs: [
          `Open this link within an hour to choose a new password for the account of ${user.email}.`,
          'It works once. If you did not ask for this, ignore this mail; your password stays as it is.',
        ],
      });
    },
  };
}

function accountExists({ email }: User): MailContent {
  return {
    subject: 'You already have an account',
    paragraphs: [
      `Somebody, perhaps you, tried to register ${email}. This address has an account already, and nothing was changed.`,
      'If you do not know its password any more, ask for a password reset.',
    ],
  };
}

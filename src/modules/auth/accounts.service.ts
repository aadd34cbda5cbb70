import type { MikroORM } from '@mikro-orm/postgresql';
import type { MailOutbox } from '../../infra/mailer/mail-outbox.ts';
import type { MailSender } from '../../infra/mailer/mail-sender.ts';
import { createPublicId } from '../../infra/public-id.ts';
import { inTransaction } from '../../infra/transaction.ts';
import { enqueuePasswordResetMail, enqueueRegistrationMail } from './account-mails.ts';
import type { AccountTokens } from './account-tokens.ts';
import type { Passwords } from './passwords.ts';
import type { RefreshTokens } from './refresh-tokens.ts';

export type AccountsService = ReturnType<typeof createAccountsService>;

/**
 * Registration, verification and password reset. What nobody may learn here is whether an address has an account:
 * known and unknown ones run the same statements and get the same answer; what differs stands in the mail.
 * Addresses are taken as `parseEmail` gives them.
 */
export function createAccountsService(deps: {
  orm: MikroORM;
  passwords: Passwords;
  tokens: AccountTokens;
  refreshTokens: RefreshTokens;
  mailOutbox: MailOutbox;
  mailSender: Pick<MailSender, 'wake'>;
}) {
  const { orm, passwords, tokens, refreshTokens, mailOutbox, mailSender } = deps;

  return {
    /**
     * Makes an unverified MEMBER and mails the link that verifies it. An address that waits for verification gets
     * another link; one whose account is in use is told so, by mail. Throws BUSY under a flood.
     */
    async register({ email, password }: { email: string; password: string }): Promise<void> {
      const passwordHash = await passwords.hash(password);
      await inTransaction(orm, async (em) => {
        await em.execute(
          `insert into user_account (public_id, email, password_hash, application_role, registration_pending)
           values (?, ?, ?, 'MEMBER', true)
           on conflict (email) do update set password_hash = excluded.password_hash, updated_at = now()
           where user_account.registration_pending`,
          [createPublicId('usr'), email, passwordHash],
        );
        await enqueueRegistrationMail(mailOutbox, em, { email, passwordHash });
      });
      mailSender.wake();
    },

    /** Uses a verification link. Throws LINK_INVALID. */
    async verify(token: string): Promise<void> {
      await inTransaction(orm, async (em) => {
        const { userId, passwordHash } = await tokens.use(em, token, 'VERIFY_EMAIL');
        await em.execute(
          `update user_account set is_verified = true, registration_pending = false, updated_at = now(),
             password_hash = case when registration_pending then coalesce(?, password_hash) else password_hash end
           where id = ?`,
          [passwordHash, userId],
        );
      });
    },

    /** Mails a link to choose a new password, if the address has an account. */
    async requestReset(email: string): Promise<void> {
      await inTransaction(orm, (em) => enqueuePasswordResetMail(mailOutbox, em, email));
      mailSender.wake();
    },

    /**
     * Uses a reset link: sets the password, ends every session and voids all other links. Whoever opened the link has
     * the mailbox, so the address is verified too; a lock stays. Throws LINK_INVALID; BUSY under a flood.
     */
    async resetPassword({ token, newPassword }: { token: string; newPassword: string }): Promise<void> {
      await tokens.require(token, 'RESET_PASSWORD');
      const passwordHash = await passwords.hash(newPassword);
      await inTransaction(orm, async (em) => {
        const { userId } = await tokens.use(em, token, 'RESET_PASSWORD');
        await em.execute(
          `update user_account set password_hash = ?, is_verified = true, registration_pending = false,
             updated_at = now() where id = ?`,
          [passwordHash, userId],
        );
        await em.execute('delete from account_token where user_id = ?', [userId]);
        await refreshTokens.revokeAllOf(userId, em);
      });
    },
  };
}

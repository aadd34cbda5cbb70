import type { MikroORM } from '@mikro-orm/postgresql';
import type { MailOutbox } from '../../infra/mailer/mail-outbox.ts';
import type { MailSender } from '../../infra/mailer/mail-sender.ts';
import { createPublicId } from '../../infra/public-id.ts';
import { inTransaction } from '../../infra/transaction.ts';
import { enqueuePasswordResetMail, enqueueRegistrationMail } from './account-mails.ts';
import type { AccountTokens } from './account-tokens.ts';
import type { PasswordClient, Passwords } from './passwords.ts';
import type { RefreshTokens } from './refresh-tokens.ts';

export type AccountsService = ReturnType<typeof createAccountsService>;

/**
 * Registration, verification and password reset. Responses must not reveal whether an address has an account: known and
 * unknown addresses run the same statements and get the same response. Only the e-mail differs. Addresses must be
 * normalized with `parseEmail`.
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
     * Creates an unverified MEMBER and e-mails a verification link. An unverified address gets another link. The owner
     * of an account in use gets an e-mail that says so. Throws BUSY under load.
     */
    async register(
      { email, password }: { email: string; password: string },
      client: PasswordClient,
    ): Promise<void> {
      const passwordHash = await passwords.hash(password, client);
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

    /** E-mails a password reset link if the address has an account. */
    async requestReset(email: string): Promise<void> {
      await inTransaction(orm, (em) => enqueuePasswordResetMail(mailOutbox, em, email));
      mailSender.wake();
    },

    /**
     * Uses a reset link: sets the password, ends all sessions and invalidates all other links. The link proves that the
     * user owns the mailbox, so the address becomes verified. A locked account stays locked. Throws LINK_INVALID, BUSY.
     */
    async resetPassword(
      { token, newPassword }: { token: string; newPassword: string },
      client: PasswordClient,
    ): Promise<void> {
      await tokens.require(token, 'RESET_PASSWORD');
      const passwordHash = await passwords.hash(newPassword, client);
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

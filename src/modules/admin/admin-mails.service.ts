import { DomainError } from '../../errors.ts';
import type { MailOutbox } from '../../infra/mailer/mail-outbox.ts';
import type { MailSender } from '../../infra/mailer/mail-sender.ts';
import type { Caller } from '../audit/caller.ts';
import { enqueuePasswordResetMail, enqueueVerificationMail } from '../auth/account-mails.ts';
import type { User } from '../users/user.entity.ts';
import type { UserRecord } from './admin-users.schemas.ts';
import type { ChangeAccount } from './change-account.ts';

export type AdminMailsService = ReturnType<typeof createAdminMailsService>;

/** E-mails that administrators send to accounts, queued in the transaction of the audit entry. */
export function createAdminMailsService({
  changeAccount,
  mailOutbox,
  mailSender,
}: {
  changeAccount: ChangeAccount;
  mailOutbox: MailOutbox;
  mailSender: Pick<MailSender, 'wake'>;
}) {
  return {
    /** Throws the errors that `sendPasswordReset` would throw; changes nothing. */
    async requireResettable(caller: Caller, targetId: string): Promise<void> {
      await changeAccount(caller, targetId, () => null);
    },

    /** Throws the errors that `resendVerification` would throw; changes nothing. */
    async requireVerifiable(caller: Caller, targetId: string): Promise<void> {
      await changeAccount(caller, targetId, ({ target }) => {
        requireUnverified(target);
        return null;
      });
    },

    /** E-mails a password reset link. The current password works until the link is used. */
    async sendPasswordReset(caller: Caller, targetId: string): Promise<UserRecord> {
      const record = await changeAccount(caller, targetId, async ({ target }, em) => {
        await enqueuePasswordResetMail(mailOutbox, em, target.email);
        return { action: 'USER_PASSWORD_RESET_SENT' };
      });
      mailSender.wake();
      return record;
    },

    /** E-mails a verification link. Throws ALREADY_VERIFIED. */
    async resendVerification(caller: Caller, targetId: string): Promise<UserRecord> {
      const record = await changeAccount(caller, targetId, async ({ target }, em) => {
        requireUnverified(target);
        await enqueueVerificationMail(mailOutbox, em, target.email);
        return { action: 'USER_VERIFICATION_SENT' };
      });
      mailSender.wake();
      return record;
    },
  };
}

function requireUnverified({ isVerified }: Pick<User, 'isVerified'>): void {
  if (!isVerified) return;
  throw new DomainError('ALREADY_VERIFIED', 'The e-mail address of this account is already verified.');
}

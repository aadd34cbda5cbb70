import { DomainError } from '../../errors.ts';
import type { MailOutbox } from '../../infra/mailer/mail-outbox.ts';
import type { MailSender } from '../../infra/mailer/mail-sender.ts';
import type { Caller } from '../audit/caller.ts';
import { enqueuePasswordResetMail, enqueueVerificationMail } from '../auth/account-mails.ts';
import type { User } from '../users/user.entity.ts';
import type { UserRecord } from './admin-users.schemas.ts';
import type { ChangeAccount } from './change-account.ts';

export type AdminMailsService = ReturnType<typeof createAdminMailsService>;

/** Mails that administrators have sent to accounts; owed in the transaction that writes the deed down. */
export function createAdminMailsService({
  act,
  mailOutbox,
  mailSender,
}: {
  act: ChangeAccount;
  mailOutbox: MailOutbox;
  mailSender: Pick<MailSender, 'wake'>;
}) {
  return {
    /** Throws what `sendPasswordReset` would; does nothing else. */
    async requireResettable(caller: Caller, targetId: string): Promise<void> {
      await act(caller, targetId, () => null);
    },

    /** Throws what `resendVerification` would; does nothing else. */
    async requireVerifiable(caller: Caller, targetId: string): Promise<void> {
      await act(caller, targetId, ({ target }) => {
        requireUnverified(target);
        return null;
      });
    },

    /** Mails the account a link to choose a new password; the old one works until then. */
    async sendPasswordReset(caller: Caller, targetId: string): Promise<UserRecord> {
      const record = await act(caller, targetId, async ({ target }, em) => {
        await enqueuePasswordResetMail(mailOutbox, em, target.email);
        return { action: 'USER_PASSWORD_RESET_SENT' };
      });
      mailSender.wake();
      return record;
    },

    /** Mails the verification link again. Throws ALREADY_VERIFIED. */
    async resendVerification(caller: Caller, targetId: string): Promise<UserRecord> {
      const record = await act(caller, targetId, async ({ target }, em) => {
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
  throw new DomainError('ALREADY_VERIFIED', 'The address of this account is verified already.');
}

import type { MikroORM } from '@mikro-orm/postgresql';
import type { MailOutbox } from '../../infra/mailer/mail-outbox.ts';
import type { MailSender } from '../../infra/mailer/mail-sender.ts';
import type { AuditService } from '../audit/audit.service.ts';
import type { Passwords } from '../auth/passwords.ts';
import type { RefreshTokens } from '../auth/refresh-tokens.ts';
import type { TwoFactorService } from '../auth/two-factor/two-factor.service.ts';
import { createAdminMailsService } from './admin-mails.service.ts';
import { createAdminUsersService } from './admin-users.service.ts';
import { createChangeAccount } from './change-account.ts';
import { createOperatorsService } from './operators.service.ts';

interface AdminDeps {
  orm: MikroORM;
  audit: AuditService;
  passwords: Passwords;
  refreshTokens: RefreshTokens;
  twoFactor: TwoFactorService;
  mailOutbox: MailOutbox;
  mailSender: Pick<MailSender, 'wake'>;
}

/** The management of accounts, by administrators and by operators on the command line. */
export function createAdmin(deps: AdminDeps) {
  const changeAccount = createChangeAccount(deps);
  return {
    changeAccount,
    adminUsers: createAdminUsersService({ ...deps, changeAccount }),
    adminMails: createAdminMailsService({ ...deps, changeAccount }),
    operators: createOperatorsService({ ...deps, changeAccount }),
  };
}

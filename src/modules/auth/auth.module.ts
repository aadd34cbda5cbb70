import type { MikroORM } from '@mikro-orm/postgresql';
import type { Clock } from '../../infra/clock.ts';
import type { Logger } from '../../infra/logger.ts';
import type { MailOutbox } from '../../infra/mailer/mail-outbox.ts';
import type { MailSender } from '../../infra/mailer/mail-sender.ts';
import type { RateLimiter } from '../../infra/rate-limit/rate-limiter.ts';
import { createSecretBox } from '../../infra/secret-box.ts';
import type { SecretKeys } from '../../infra/secret-keys.ts';
import { createAccountTokens } from './account-tokens.ts';
import { createAccountsService } from './accounts.service.ts';
import { createAuthService } from './auth.service.ts';
import { createAuthLimits } from './auth-limits.ts';
import { createPasswords } from './passwords.ts';
import { createRefreshTokens } from './refresh-tokens.ts';
import { createReEncryptSecrets } from './two-factor/re-encrypt-secrets.ts';
import { createTwoFactorService } from './two-factor/two-factor.service.ts';

interface AuthDeps {
  orm: MikroORM;
  clock: Clock;
  logger: Logger;
  /** Encrypt two-factor secrets. */
  secretKeys: SecretKeys;
  mailOutbox: MailOutbox;
  mailSender: Pick<MailSender, 'wake'>;
  rateLimiter: RateLimiter;
  /** Counts over an hour. */
  mailLimiter: RateLimiter;
  /** The rate limit of routes that need no access token; 0 means no limit. */
  requestsPerMinute: number;
}

/** Log-in, registration, two-factor authentication, and the rate limits of their routes. */
export function createAuth(deps: AuthDeps) {
  const { orm, clock, logger, secretKeys, mailOutbox, mailSender } = deps;
  const { rateLimiter, mailLimiter, requestsPerMinute } = deps;
  const passwords = createPasswords();
  const refreshTokens = createRefreshTokens({ orm, clock });
  const tokens = createAccountTokens({ orm, clock });
  const secretBox = createSecretBox(secretKeys);
  const twoFactor = createTwoFactorService({ orm, clock, secretBox, logger });
  return {
    passwords,
    refreshTokens,
    twoFactor,
    reEncryptSecrets: createReEncryptSecrets({ orm, secretBox }),
    auth: createAuthService({ orm, passwords, refreshTokens, twoFactor }),
    accounts: createAccountsService({ orm, passwords, tokens, refreshTokens, mailOutbox, mailSender }),
    authLimits: createAuthLimits({ rateLimiter, mailLimiter, requestsPerMinute }),
  };
}

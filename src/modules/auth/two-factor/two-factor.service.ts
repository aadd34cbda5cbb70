import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import { DomainError } from '../../../errors.ts';
import type { Clock } from '../../../infra/clock.ts';
import type { Logger } from '../../../infra/logger.ts';
import type { SecretBox } from '../../../infra/secret-box.ts';
import { inTransaction } from '../../../infra/transaction.ts';
import type { CurrentUser } from '../../users/current-user.ts';
import { renewBackupCodes, useBackupCode } from './backup-codes.ts';
import { type Challenged, endChallenge, findChallenged, issueChallenge } from './login-challenges.ts';
import { createTotpSecret, findTotpStep, otpauthUri } from './totp.ts';

const MAX_FAILURES = 5;
const LOCK_MS = 15 * 60 * 1000;

/** The account of a completed second step (internal id), and the password hash its log-in was verified against. */
interface VerifiedLogin {
  userId: number;
  passwordHash: string;
}

export type TwoFactorService = ReturnType<typeof createTwoFactorService>;

/** Two-factor authentication with TOTP (RFC 6238) or backup codes. */
export function createTwoFactorService(deps: {
  orm: MikroORM;
  clock: Clock;
  secretBox: SecretBox;
  logger: Logger;
}) {
  const { orm, clock, secretBox, logger } = deps;

  /** Locks the two-factor row of an account, so that its codes are tried one at a time. */
  async function lockState(em: EntityManager, userId: number): Promise<State> {
    const [row] = await em.execute<StateRow[]>(
      'select pending_secret, last_step, failures, locked_until from two_factor where user_id = ? for update',
      [userId],
    );
    return {
      pendingSecret: row?.pending_secret ?? null,
      lastStep: Number(row?.last_step ?? 0),
      failures: row?.failures ?? 0,
      lockedUntil: row?.locked_until ? new Date(row.locked_until).getTime() : 0,
    };
  }

  /** Locks the account; every transaction locks it before the two-factor row. Throws TWO_FACTOR_ON. */
  async function requireOff(em: EntityManager, userId: number): Promise<void> {
    const [row] = await em.execute<{ totp_secret: string | null }[]>(
      'select totp_secret from user_account where id = ? for no key update',
      [userId],
    );
    if (row?.totp_secret == null) return;
    throw new DomainError(
      'TWO_FACTOR_ON',
      'Two-factor authentication is already on. Only an administrator can reset it.',
    );
  }

  function openSecret(sealed: string, userId: number): string | null {
    const secret = secretBox.open(sealed, contextOf(userId));
    if (secret === null) logger.error('a two-factor secret was encrypted with an unknown JWT_SECRET');
    return secret;
  }

  async function tryCode(em: EntityManager, user: Challenged, state: State, code: string): Promise<boolean> {
    const { userId } = user;
    if (!/^\d{6}$/.test(code)) return useBackupCode(em, userId, code);
    const secret = openSecret(user.totpSecret ?? '', userId);
    const step = secret === null ? null : findTotpStep(secret, { code, now: clock.now() });
    if (step === null || step <= state.lastStep) return false;
    await em.execute('update two_factor set last_step = ? where user_id = ?', [step, userId]);
    return true;
  }

  return {
    /** Logs an error if stored secrets were encrypted with a key that this process does not have. */
    async checkKeys(): Promise<void> {
      const [row] = await orm.em.fork().execute<{ id: string; sealed: string }[]>(
        `select u.id, u.totp_secret as sealed from two_factor t join user_account u on u.id = t.user_id
         where u.totp_secret is not null limit 1`,
      );
      if (!row || secretBox.open(row.sealed, contextOf(Number(row.id))) !== null) return;
      logger.error(
        'the two-factor secrets in the database were encrypted with a different JWT_SECRET, so their owners cannot log ' +
          'in with a code: set JWT_SECRET or JWT_PREVIOUS_SECRET to that secret (without a setting it is in the file ' +
          'jwt-secret of the earlier DATA_DIR), or reset accounts with `npm run admin -- reset-two-factor`',
      );
    },

    /** Creates a secret. It takes effect with `enable`. Throws TWO_FACTOR_ON. */
    async setup(user: CurrentUser): Promise<{ secret: string; otpauthUri: string }> {
      const secret = createTotpSecret();
      await inTransaction(orm, async (em) => {
        await requireOff(em, user.id);
        await em.execute(
          `insert into two_factor (user_id, pending_secret) values (?, ?)
           on conflict (user_id) do update set pending_secret = excluded.pending_secret`,
          [user.id, secretBox.seal(secret, contextOf(user.id))],
        );
      });
      return { secret, otpauthUri: otpauthUri(secret, user.email) };
    },

    /** Switches it on and returns the backup codes. Throws TWO_FACTOR_ON, and VALIDATION_FAILED for a wrong code. */
    async enable(user: CurrentUser, code: string): Promise<string[]> {
      return inTransaction(orm, async (em) => {
        await requireOff(em, user.id);
        const { pendingSecret } = await lockState(em, user.id);
        const secret = pendingSecret === null ? null : openSecret(pendingSecret, user.id);
        const step = secret === null ? null : findTotpStep(secret, { code: plain(code), now: clock.now() });
        if (step === null) throw wrongCode(pendingSecret !== null);
        await em.execute('update user_account set totp_secret = ? where id = ?', [pendingSecret, user.id]);
        await em.execute(
          `update two_factor set pending_secret = null, last_step = ?, failures = 0, locked_until = null
           where user_id = ?`,
          [step, user.id],
        );
        return renewBackupCodes(em, user.id);
      });
    },

    /** The token of the second step; null if the account was locked or its password changed meanwhile. */
    challenge: (user: { id: number; passwordHash: string }) => issueChallenge(deps, user),

    /**
     * Completes the second step. Each challenge and each code works once. Five wrong codes in a row, over all log-ins of
     * the account, lock it for 15 minutes. Throws CHALLENGE_INVALID, CODE_INVALID, TWO_FACTOR_LOCKED, ACCOUNT_LOCKED.
     */
    async verify({ challengeToken, code }: { challengeToken: string; code: string }): Promise<VerifiedLogin> {
      const now = clock.now();
      // Throwing would roll back the count of wrong codes, so the transaction returns the error.
      const outcome = await inTransaction<VerifiedLogin | DomainError>(orm, async (em) => {
        const found = await findChallenged(em, challengeToken, now);
        if (found === null) return challengeInvalid();
        const state = await lockState(em, found.userId);
        // Read again under the lock: another request may have used the challenge or switched two-factor off.
        const user = await findChallenged(em, challengeToken, now);
        if (user === null || user.totpSecret === null) return challengeInvalid();
        if (!user.isEnabled) {
          return new DomainError(
            'ACCOUNT_LOCKED',
            'This account is locked. Ask an administrator to unlock it.',
          );
        }
        const lockedMs = state.lockedUntil - now.getTime();
        if (lockedMs > 0) return twoFactorLocked(Math.ceil(lockedMs / 1000));
        if (await tryCode(em, user, state, plain(code))) {
          await endChallenge(em, challengeToken);
          await em.execute('update two_factor set failures = 0, locked_until = null where user_id = ?', [
            user.userId,
          ]);
          return { userId: user.userId, passwordHash: user.passwordHash };
        }
        const locks = state.failures + 1 >= MAX_FAILURES;
        await em.execute('update two_factor set failures = ?, locked_until = ? where user_id = ?', [
          locks ? 0 : state.failures + 1,
          locks ? new Date(now.getTime() + LOCK_MS) : null,
          user.userId,
        ]);
        if (locks)
          logger.warn({ userId: user.publicId }, 'two-factor authentication locked after wrong codes');
        return new DomainError('CODE_INVALID', 'The code is wrong or has already been used.');
      });
      if (outcome instanceof DomainError) throw outcome;
      return outcome;
    },

    /**
     * Switches it off and deletes its data, in the transaction of `em`. Log-ins that wait for a code end. Returns whether
     * there was any data, which includes an unfinished set-up.
     */
    async reset(em: EntityManager, userId: number): Promise<boolean> {
      // Locks the account, then its row, as every transaction does, so that no code is tried meanwhile.
      await em.execute('update user_account set totp_secret = null where id = ?', [userId]);
      await lockState(em, userId);
      let deleted = 0;
      for (const table of ['login_challenge', 'backup_code', 'two_factor']) {
        const rows = await em.execute<object[]>(
          `delete from ${table} where user_id = ? returning 1`,
          [userId],
          'all',
        );
        deleted += rows.length;
      }
      return deleted > 0;
    },
  };
}

interface State {
  pendingSecret: string | null;
  lastStep: number;
  failures: number;
  lockedUntil: number;
}

interface StateRow {
  pending_secret: string | null;
  last_step: string | null;
  failures: number;
  locked_until: string | Date | null;
}

/** Binds an encrypted secret to its account. `userId` is the internal id. */
export const contextOf = (userId: number) => `totp:${userId}`;

/** Authenticator apps show a space in the middle. */
const plain = (code: string) => code.replaceAll(/\s/g, '');

function wrongCode(isSetUp: boolean): DomainError {
  const message = isSetUp
    ? 'is not the current code'
    : 'cannot be checked; set up two-factor authentication first';
  return new DomainError('VALIDATION_FAILED', `The body is not valid: code ${message}.`, {
    paths: [{ path: 'code', message }],
  });
}

function twoFactorLocked(retryAfterSeconds: number): DomainError {
  return new DomainError('TWO_FACTOR_LOCKED', 'Too many wrong codes. Try again later.', {
    retryAfterSeconds,
  });
}

function challengeInvalid(): DomainError {
  return new DomainError('CHALLENGE_INVALID', 'The challenge is unknown, used or expired. Log in again.');
}

import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import { DomainError } from '../../../errors.ts';
import type { Clock } from '../../../infra/clock.ts';
import type { Logger } from '../../../infra/logger.ts';
import type { Sealer } from '../../../infra/sealer.ts';
import { inTransaction } from '../../../infra/transaction.ts';
import type { CurrentUser } from '../../users/current-user.ts';
import { renewBackupCodes, useBackupCode } from './backup-codes.ts';
import { type Challenged, endChallenge, findChallenged, issueChallenge } from './login-challenges.ts';
import { createTotpSecret, findTotpStep, otpauthUri } from './totp.ts';

const MAX_FAILURES = 5;
const LOCK_MS = 15 * 60 * 1000;

/**
 * What became of a code: whose log-in is complete, and by which password; or `lockedSeconds`: too many were wrong, and
 * none is looked at for so long.
 */
export type CodeOutcome = { userId: number; passwordHash: string } | { lockedSeconds: number };

export type TwoFactorService = ReturnType<typeof createTwoFactorService>;

/** Log-in in two steps, by TOTP (RFC 6238) or a backup code (decisions, section 2). */
export function createTwoFactorService(deps: {
  orm: MikroORM;
  clock: Clock;
  sealer: Sealer;
  logger: Logger;
}) {
  const { orm, clock, sealer, logger } = deps;

  /** Locks the account's row, so that codes are tried one after another, whoever sends them. */
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

  /** Locks the account, before its two-factor row as everywhere. Throws TWO_FACTOR_ON. */
  async function requireOff(em: EntityManager, userId: number): Promise<void> {
    const [row] = await em.execute<{ totp_secret: string | null }[]>(
      'select totp_secret from user_account where id = ? for no key update',
      [userId],
    );
    if (row?.totp_secret == null) return;
    throw new DomainError('TWO_FACTOR_ON', 'Two-factor is on already; only an administrator can reset it.');
  }

  function openSecret(sealed: string, userId: number): string | null {
    const secret = sealer.open(sealed, contextOf(userId));
    if (secret === null) logger.error('a two-factor secret was sealed with a JWT_SECRET that is not known');
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
    /** A new secret for an authenticator. It counts once `enable` was given a code of it. Throws TWO_FACTOR_ON. */
    async setup(user: CurrentUser): Promise<{ secret: string; otpauthUri: string }> {
      const secret = createTotpSecret();
      await inTransaction(orm, async (em) => {
        await requireOff(em, user.id);
        await em.execute(
          `insert into two_factor (user_id, pending_secret) values (?, ?)
           on conflict (user_id) do update set pending_secret = excluded.pending_secret`,
          [user.id, sealer.seal(secret, contextOf(user.id))],
        );
      });
      return { secret, otpauthUri: otpauthUri(secret, user.email) };
    },

    /** Switches it on and answers the backup codes. Throws TWO_FACTOR_ON; VALIDATION_FAILED for a wrong code. */
    async enable(user: CurrentUser, code: string): Promise<string[]> {
      return inTransaction(orm, async (em) => {
        await requireOff(em, user.id);
        const { pendingSecret } = await lockState(em, user.id);
        const secret = pendingSecret === null ? null : openSecret(pendingSecret, user.id);
        const step = secret === null ? null : findTotpStep(secret, { code: plain(code), now: clock.now() });
        if (step === null) throw wrongCode(pendingSecret === null);
        await em.execute('update user_account set totp_secret = ? where id = ?', [pendingSecret, user.id]);
        await em.execute(
          `update two_factor set pending_secret = null, last_step = ?, failures = 0, locked_until = null
           where user_id = ?`,
          [step, user.id],
        );
        return renewBackupCodes(em, user.id);
      });
    },

    /** The token for the second step of a log-in; null if the account is not what was judged any more. */
    challenge: (judged: { id: number; passwordHash: string }) => issueChallenge(deps, judged),

    /**
     * Completes the second step: each challenge once, each code once. Five wrong codes in a row lock it, whatever
     * log-ins they belong to. Throws CHALLENGE_INVALID, CODE_INVALID, ACCOUNT_LOCKED.
     */
    async verify({ challengeToken, code }: { challengeToken: string; code: string }): Promise<CodeOutcome> {
      const now = clock.now();
      // A wrong code must be counted, so the transaction answers instead of throwing.
      const outcome = await inTransaction(orm, async (em) => {
        const found = await findChallenged(em, challengeToken, now);
        if (found === null) return challengeInvalid();
        const state = await lockState(em, found.userId);
        // Only now is it certain that no other request has used the challenge or switched two-factor off.
        const user = await findChallenged(em, challengeToken, now);
        if (user === null || user.totpSecret === null) return challengeInvalid();
        if (!user.isEnabled) {
          return new DomainError('ACCOUNT_LOCKED', 'This account is locked; ask an administrator.');
        }
        const lockedMs = state.lockedUntil - now.getTime();
        if (lockedMs > 0) return { lockedSeconds: Math.ceil(lockedMs / 1000) };
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
        if (locks) logger.warn({ userId: user.publicId }, 'two-factor locked after wrong codes');
        return new DomainError('CODE_INVALID', 'The code is wrong or has been used.');
      });
      if (outcome instanceof DomainError) throw outcome;
      return outcome;
    },

    /**
     * Switches it off and forgets everything about it, in the transaction of `em`; log-ins under way end. Answers whether
     * there was anything: a set-up under way is something too.
     */
    async reset(em: EntityManager, userId: number): Promise<boolean> {
      // Account, then its row, as everywhere here: a code is tried before or after this, not meanwhile.
      await em.execute('update user_account set totp_secret = null where id = ?', [userId]);
      await lockState(em, userId);
      let forgotten = 0;
      for (const table of ['login_challenge', 'backup_code', 'two_factor']) {
        const gone = await em.execute<object[]>(
          `delete from ${table} where user_id = ? returning 1`,
          [userId],
          'all',
        );
        forgotten += gone.length;
      }
      return forgotten > 0;
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

/** What a secret is sealed for: it opens for no other account. `userId` is the internal id. */
export const contextOf = (userId: number) => `totp:${userId}`;

/** Authenticators show a space in the middle. */
const plain = (code: string) => code.replaceAll(/\s/g, '');

function wrongCode(neverSetUp: boolean): DomainError {
  const message = neverSetUp ? 'has nothing to match; set two-factor up first' : 'is not a current code';
  return new DomainError('VALIDATION_FAILED', `The body is not valid: code ${message}.`, {
    paths: [{ path: 'code', message }],
  });
}

function challengeInvalid(): DomainError {
  return new DomainError('CHALLENGE_INVALID', 'The challenge is unknown, used or expired; log in again.');
}

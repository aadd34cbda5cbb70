import { randomBytes, randomUUID } from 'node:crypto';
import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import { DomainError } from '../../errors.ts';
import type { Clock } from '../../infra/clock.ts';
import { hashToken } from '../../infra/token-hash.ts';
import { repeatingCollisions } from '../../infra/transaction.ts';

const DAY = 24 * 60 * 60 * 1000;
/** A family (one log-in) expires after 30 days, an unused token after 7 days. */
const FAMILY_LIFETIME = 30 * DAY;
const IDLE_LIFETIME = 7 * DAY;
/** Milliseconds. Two tabs may send the same token at once; a second use within this time revokes nothing. */
const GRACE = 10_000;

/** The token for the client; only its hash is stored. */
export interface IssuedRefreshToken {
  token: string;
  expiresAt: Date;
}

export type RefreshTokens = ReturnType<typeof createRefreshTokens>;

/** Rotating refresh tokens. Each works once; a second use after the grace period revokes its family. */
export function createRefreshTokens({ orm, clock }: { orm: MikroORM; clock: Clock }) {
  const execute = <Row extends object>(sql: string, params: unknown[]): Promise<Row[]> =>
    repeatingCollisions(() => orm.em.fork().execute<Row[]>(sql, params, 'all'));

  const fresh = (now: Date, familyEnd: Date): IssuedRefreshToken => ({
    token: randomBytes(32).toString('base64url'),
    expiresAt: new Date(Math.min(now.getTime() + IDLE_LIFETIME, familyEnd.getTime())),
  });

  /**
   * Begins a family for a log-in verified against this password hash. Waits for concurrent changes of the account and
   * returns null if the account was locked or its password changed. `userId` is the internal id.
   */
  async function issue(userId: number, passwordHash: string): Promise<IssuedRefreshToken | null> {
    const now = clock.now();
    const familyEnd = new Date(now.getTime() + FAMILY_LIFETIME);
    const issued = fresh(now, familyEnd);
    const begun = await execute(
      `insert into refresh_token (user_id, family_id, token_hash, created_at, family_expires_at, expires_at)
       select id, ?::uuid, ?, ?::timestamptz, ?::timestamptz, ?::timestamptz from user_account
       where id = ? and is_enabled and password_hash = ? for share
       returning id`,
      [randomUUID(), hashToken(issued.token), now, familyEnd, issued.expiresAt, userId, passwordHash],
    );
    return begun.length === 0 ? null : issued;
  }

  /**
   * Uses a token and returns its successor, in one statement, so that only one of several concurrent uses succeeds. Throws
   * REFRESH_TOKEN_INVALID, with SUPERSEDED as the cause when another tab has just used the token.
   */
  async function rotate(token: string): Promise<IssuedRefreshToken & { userPublicId: string }> {
    const now = clock.now();
    const successor = randomBytes(32).toString('base64url');
    const rows = await execute<{ public_id: string; expires_at: Date }>(
      `with used as (
         update refresh_token t set rotated_at = ?
         from user_account u
         where t.token_hash = ? and t.user_id = u.id and u.is_enabled
           and t.rotated_at is null and t.revoked_at is null and t.expires_at > ? and t.family_expires_at > ?
         returning t.user_id, t.family_id, t.family_expires_at, u.public_id
       ), next as (
         insert into refresh_token (user_id, family_id, token_hash, created_at, family_expires_at, expires_at)
         select user_id, family_id, ?, ?, family_expires_at, least(?::timestamptz, family_expires_at) from used
         returning expires_at
       )
       select used.public_id, next.expires_at from used, next`,
      [now, hashToken(token), now, now, hashToken(successor), now, new Date(now.getTime() + IDLE_LIFETIME)],
    );
    const row = rows[0];
    if (!row) throw await rejectToken(token, now);
    return { token: successor, expiresAt: new Date(row.expires_at), userPublicId: row.public_id };
  }

  async function rejectToken(token: string, now: Date): Promise<DomainError> {
    const [known] = await execute<{ family_id: string; rotated_at: Date | null; revoked_at: Date | null }>(
      'select family_id, rotated_at, revoked_at from refresh_token where token_hash = ?',
      [hashToken(token)],
    );
    const rotatedAt = known?.rotated_at ? new Date(known.rotated_at).getTime() : null;
    const isOtherTab = known?.revoked_at === null && rotatedAt !== null && now.getTime() - rotatedAt <= GRACE;
    if (known && !isOtherTab) await revokeFamily(known.family_id, now);
    return isOtherTab ? superseded() : refreshTokenInvalid();
  }

  /**
   * Repeats until no token is left: a concurrent rotation may have added a token that the first statement could not see.
   * A later rotation finds its own token revoked.
   */
  async function revokeFamily(familyId: string, now: Date): Promise<void> {
    for (;;) {
      const revoked = await execute(
        'update refresh_token set revoked_at = ? where family_id = ? and revoked_at is null returning id',
        [now, familyId],
      );
      if (revoked.length === 0) return;
    }
  }

  /** Revokes the family of a token (log-out). An unknown token is not an error. */
  async function revoke(token: string): Promise<void> {
    const [known] = await execute<{ family_id: string }>(
      'select family_id from refresh_token where token_hash = ?',
      [hashToken(token)],
    );
    if (known) await revokeFamily(known.family_id, clock.now());
  }

  /**
   * Revokes all families of a user and all log-ins that wait for a code, for a lock or a change of role or password. With
   * the `em` of a transaction, that transaction must have locked or changed the account before. `userId` is the internal
   * id.
   */
  async function revokeAllOf(userId: number, em: EntityManager = orm.em.fork()): Promise<void> {
    await em.execute('delete from login_challenge where user_id = ?', [userId]);
    for (;;) {
      const revoked = await em.execute<object[]>(
        'update refresh_token set revoked_at = ? where user_id = ? and revoked_at is null returning id',
        [clock.now(), userId],
        'all',
      );
      if (revoked.length === 0) return;
    }
  }

  return { issue, rotate, revoke, revokeAllOf };
}

/** The cause when another tab has used the token: the session continues, so the cookie must not be cleared. */
export const SUPERSEDED = Symbol('superseded');

function superseded(): DomainError {
  return new DomainError(
    'REFRESH_TOKEN_INVALID',
    'This refresh token has just been used, possibly by another tab. Try again with the new cookie.',
    { cause: SUPERSEDED },
  );
}

/** The same error for every refresh token that is not valid. */
export function refreshTokenInvalid(): DomainError {
  return new DomainError(
    'REFRESH_TOKEN_INVALID',
    'The refresh token is missing, used, expired or revoked. Log in again.',
  );
}

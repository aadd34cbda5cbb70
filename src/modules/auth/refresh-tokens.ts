import { randomBytes, randomUUID } from 'node:crypto';
import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import { DomainError } from '../../errors.ts';
import type { Clock } from '../../infra/clock.ts';
import { hashToken } from '../../infra/token-hash.ts';
import { repeatingCollisions } from '../../infra/transaction.ts';

const DAY = 24 * 60 * 60 * 1000;
/** A family (one log-in) ends after 30 days whatever happens, a token after 7 days without use. */
const FAMILY_LIFE = 30 * DAY;
const IDLE_LIFE = 7 * DAY;
/** Two tabs may send the same token at once: within this time a second use is refused, but revokes nothing. */
const GRACE = 10_000;

/** A token as the client gets it; only its hash is stored. */
export interface IssuedRefreshToken {
  token: string;
  expiresAt: Date;
}

export type RefreshTokens = ReturnType<typeof createRefreshTokens>;

/** Rotating refresh tokens: each is used once; a second use later than the grace period ends the whole family. */
export function createRefreshTokens({ orm, clock }: { orm: MikroORM; clock: Clock }) {
  const execute = <Row extends object>(sql: string, params: unknown[]): Promise<Row[]> =>
    repeatingCollisions(() => orm.em.fork().execute<Row[]>(sql, params, 'all'));

  const fresh = (now: Date, familyEnd: Date): IssuedRefreshToken => ({
    token: randomBytes(32).toString('base64url'),
    expiresAt: new Date(Math.min(now.getTime() + IDLE_LIFE, familyEnd.getTime())),
  });

  /**
   * Begins a family for a log-in that was judged by this password hash. Waits for a lock or a new password that is
   * being set, and answers null if the account is not what was judged any more. `userId` is the internal id.
   */
  async function issue(userId: number, passwordHash: string): Promise<IssuedRefreshToken | null> {
    const now = clock.now();
    const familyEnd = new Date(now.getTime() + FAMILY_LIFE);
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
   * Uses a token up and answers its successor, in one statement: of many uses at the same time one wins.
   * Throws REFRESH_TOKEN_INVALID, with SUPERSEDED as its cause when another tab has just been served.
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
      [now, hashToken(token), now, now, hashToken(successor), now, new Date(now.getTime() + IDLE_LIFE)],
    );
    const row = rows[0];
    if (!row) throw await refuse(token, now);
    return { token: successor, expiresAt: new Date(row.expires_at), userPublicId: row.public_id };
  }

  async function refuse(token: string, now: Date): Promise<DomainError> {
    const [known] = await execute<{ family_id: string; rotated_at: Date | null; revoked_at: Date | null }>(
      'select family_id, rotated_at, revoked_at from refresh_token where token_hash = ?',
      [hashToken(token)],
    );
    const rotatedAt = known?.rotated_at ? new Date(known.rotated_at).getTime() : null;
    const otherTab = known?.revoked_at === null && rotatedAt !== null && now.getTime() - rotatedAt <= GRACE;
    if (known && !otherTab) await revokeFamily(known.family_id, now);
    return otherTab ? superseded() : refreshTokenInvalid();
  }

  /**
   * Repeats until nothing is left: a rotation that was under way meanwhile has added a token the first pass could
   * not see, and a rotation after it finds its own token revoked.
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

  /** Ends the family of a token (log-out). An unknown token is no error. */
  async function revoke(token: string): Promise<void> {
    const [known] = await execute<{ family_id: string }>(
      'select family_id from refresh_token where token_hash = ?',
      [hashToken(token)],
    );
    if (known) await revokeFamily(known.family_id, clock.now());
  }

  /**
   * Ends every family of a user and every log-in that waits for its code: lock, role change, password change.
   * `userId` is the internal id; with the `em` of a transaction it happens together with what makes it necessary, which
   * must lock or change the account first.
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

/** Why a refresh was refused although the session lives: its cookie must not be cleared. */
export const SUPERSEDED = Symbol('superseded');

function superseded(): DomainError {
  return new DomainError(
    'REFRESH_TOKEN_INVALID',
    'This refresh token has just been used, perhaps by another tab; try again with the new cookie.',
    { cause: SUPERSEDED },
  );
}

/** The one answer to every refresh token that does not work. */
export function refreshTokenInvalid(): DomainError {
  return new DomainError(
    'REFRESH_TOKEN_INVALID',
    'The refresh token is missing, used, expired or revoked; log in.',
  );
}

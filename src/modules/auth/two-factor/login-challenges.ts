import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import type { Clock } from '../../../infra/clock.ts';
import { createPublicId } from '../../../infra/public-id.ts';
import { hashToken } from '../../../infra/token-hash.ts';
import { inTransaction } from '../../../infra/transaction.ts';

/** Milliseconds. */
const LIFETIME = 5 * 60 * 1000;

/** The user of a challenge. */
export interface Challenged {
  userId: number;
  publicId: string;
  isEnabled: boolean;
  passwordHash: string;
  /** Encrypted; null if two-factor authentication was switched off meanwhile. */
  totpSecret: string | null;
}

/**
 * Begins the second step of a log-in verified against this password hash. Returns its token, or null if the account was
 * locked or its password changed. `id` is the internal id.
 */
export async function issueChallenge(
  { orm, clock }: { orm: MikroORM; clock: Clock },
  { id: userId, passwordHash }: { id: number; passwordHash: string },
): Promise<string | null> {
  const token = createPublicId('chg');
  const now = clock.now();
  return inTransaction(orm, async (em) => {
    await em.execute('delete from login_challenge where user_id = ? and expires_at <= ?', [userId, now]);
    const begun = await em.execute<object[]>(
      `insert into login_challenge (user_id, token_hash, expires_at)
       select id, ?, ?::timestamptz from user_account
       where id = ? and is_enabled and password_hash = ? for share
       returning id`,
      [hashToken(token), new Date(now.getTime() + LIFETIME), userId, passwordHash],
      'all',
    );
    return begun.length === 0 ? null : token;
  });
}

/** The user of a challenge; null if the challenge is unknown or has expired. */
export async function findChallenged(
  em: EntityManager,
  token: string,
  now: Date,
): Promise<Challenged | null> {
  const [row] = await em.execute<
    {
      id: string;
      public_id: string;
      is_enabled: boolean;
      password_hash: string;
      totp_secret: string | null;
    }[]
  >(
    `select u.id, u.public_id, u.is_enabled, u.password_hash, u.totp_secret from login_challenge c
     join user_account u on u.id = c.user_id where c.token_hash = ? and c.expires_at > ?`,
    [hashToken(token), now],
  );
  if (!row) return null;
  return {
    userId: Number(row.id),
    publicId: row.public_id,
    isEnabled: row.is_enabled,
    passwordHash: row.password_hash,
    totpSecret: row.totp_secret,
  };
}

/** Deletes a challenge. */
export async function endChallenge(em: EntityManager, token: string): Promise<void> {
  await em.execute('delete from login_challenge where token_hash = ?', [hashToken(token)]);
}

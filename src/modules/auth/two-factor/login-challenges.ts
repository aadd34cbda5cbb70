import { createHash } from 'node:crypto';
import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import type { Clock } from '../../../infra/clock.ts';
import { createPublicId } from '../../../infra/public-id.ts';

/** Time to type a code, milliseconds. */
const LIFE = 5 * 60 * 1000;

/** The user of a challenge, as the second step needs it. */
export interface Challenged {
  userId: number;
  publicId: string;
  isEnabled: boolean;
  /** Sealed; null when two-factor was switched off meanwhile. */
  totpSecret: string | null;
}

/** Begins the second step of a log-in; answers the token for it. `userId` is the internal id. */
export async function issueChallenge(
  { orm, clock }: { orm: MikroORM; clock: Clock },
  userId: number,
): Promise<string> {
  const token = createPublicId('chg');
  const now = clock.now();
  await orm.em.fork().transactional(async (em) => {
    await em.execute('delete from login_challenge where user_id = ? and expires_at <= ?', [userId, now]);
    await em.execute('insert into login_challenge (user_id, token_hash, expires_at) values (?, ?, ?)', [
      ...[userId, hashOf(token), new Date(now.getTime() + LIFE)],
    ]);
  });
  return token;
}

/** Whose challenge this is; null when there is none or its time is over. */
export async function findChallenged(
  em: EntityManager,
  token: string,
  now: Date,
): Promise<Challenged | null> {
  const [row] = await em.execute<
    { id: string; public_id: string; is_enabled: boolean; totp_secret: string | null }[]
  >(
    `select u.id, u.public_id, u.is_enabled, u.totp_secret from login_challenge c
     join user_account u on u.id = c.user_id where c.token_hash = ? and c.expires_at > ?`,
    [hashOf(token), now],
  );
  if (!row) return null;
  const { id, public_id: publicId, is_enabled: isEnabled, totp_secret: totpSecret } = row;
  return { userId: Number(id), publicId, isEnabled, totpSecret };
}

/** Ends a challenge. */
export async function endChallenge(em: EntityManager, token: string): Promise<void> {
  await em.execute('delete from login_challenge where token_hash = ?', [hashOf(token)]);
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

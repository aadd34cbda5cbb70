import { randomBytes } from 'node:crypto';
import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import { DomainError } from '../../errors.ts';
import type { Clock } from '../../infra/clock.ts';
import { hashToken } from '../../infra/token-hash.ts';
import { inTransaction } from '../../infra/transaction.ts';
import type { AccountTokenPurpose } from './account-token.entity.ts';

const HOUR = 60 * 60 * 1000;
/** The lifetime of a link in milliseconds. */
const LIFETIME: Readonly<Record<AccountTokenPurpose, number>> = {
  VERIFY_EMAIL: 24 * HOUR,
  RESET_PASSWORD: HOUR,
};
/** 192 bits. A typical link still fits on one line of an e-mail. */
const TOKEN_BYTES = 24;

export type AccountTokens = ReturnType<typeof createAccountTokens>;

/** Tokens of e-mailed links: single use, stored as hashes, bound to an account and its address. */
export function createAccountTokens({ orm, clock }: { orm: MikroORM; clock: Clock }) {
  return {
    /** Creates a token. Earlier tokens stay valid until one of them is used. `userId` is the internal id. */
    async issue(token: {
      userId: number;
      email: string;
      purpose: AccountTokenPurpose;
      passwordHash?: string | null;
    }): Promise<string> {
      const { userId, email, purpose, passwordHash = null } = token;
      const now = clock.now();
      const raw = randomBytes(TOKEN_BYTES).toString('base64url');
      await inTransaction(orm, async (em) => {
        await em.execute('delete from account_token where user_id = ? and expires_at <= ?', [userId, now]);
        await em.execute(
          `insert into account_token (user_id, purpose, token_hash, email, password_hash, created_at, expires_at)
           values (?, ?, ?, ?, ?, ?, ?)`,
          [
            userId,
            purpose,
            hashToken(raw),
            email,
            passwordHash,
            now,
            new Date(now.getTime() + LIFETIME[purpose]),
          ],
        );
      });
      return raw;
    },

    /** Whether the unverified account was registered with different passwords. */
    async isContested(userId: number): Promise<boolean> {
      const [row] = await orm.em.fork().execute<{ passwords: string }[]>(
        `select count(*) as passwords from (
           select password_hash from account_token
           where user_id = ? and purpose = 'VERIFY_EMAIL' and expires_at > ? and password_hash is not null
           union
           select password_hash from user_account where id = ?
         ) known`,
        [userId, clock.now(), userId],
      );
      return Number(row?.passwords) > 1;
    },

    /** Throws LINK_INVALID if `use` would. A cheap check before expensive work. */
    async require(token: string, purpose: AccountTokenPurpose): Promise<void> {
      const [row] = await orm.em
        .fork()
        .execute<object[]>(
          'select 1 from account_token where token_hash = ? and purpose = ? and expires_at > ?',
          [hashToken(token), purpose, clock.now()],
        );
      if (!row) throw linkInvalid();
    },

    /** Uses a token and deletes the others of the account and purpose. Throws LINK_INVALID. */
    async use(
      em: EntityManager,
      token: string,
      purpose: AccountTokenPurpose,
    ): Promise<{ userId: number; passwordHash: string | null }> {
      const [used] = await em.execute<{ user_id: string; password_hash: string | null }[]>(
        `delete from account_token t using user_account u
         where t.token_hash = ? and t.purpose = ? and t.expires_at > ? and u.id = t.user_id and u.email = t.email
         returning t.user_id, t.password_hash`,
        [hashToken(token), purpose, clock.now()],
        'all',
      );
      if (!used) throw linkInvalid();
      await em.execute('delete from account_token where user_id = ? and purpose = ?', [
        used.user_id,
        purpose,
      ]);
      return { userId: Number(used.user_id), passwordHash: used.password_hash };
    },
  };
}

/** The same error for every link that is not valid. */
function linkInvalid(): DomainError {
  return new DomainError('LINK_INVALID', 'This link is unknown, used or expired. Request a new one.');
}

import type { MikroORM } from '@mikro-orm/postgresql';
import { DomainError } from '../../errors.ts';
import { findMemberships, toMembershipItem } from '../organizations/memberships.ts';
import { User } from '../users/user.entity.ts';
import type { Account } from './auth.schemas.ts';
import type { Passwords } from './passwords.ts';
import type { IssuedRefreshToken, RefreshTokens } from './refresh-tokens.ts';
import type { TwoFactorService } from './two-factor/two-factor.service.ts';

/** A log-in that is complete. */
export interface Session {
  account: Account;
  refresh: IssuedRefreshToken;
}

export type AuthService = ReturnType<typeof createAuthService>;

/** Log-in, refresh and log-out. */
export function createAuthService({
  orm,
  passwords,
  refreshTokens,
  twoFactor,
}: {
  orm: MikroORM;
  passwords: Passwords;
  refreshTokens: RefreshTokens;
  twoFactor: TwoFactorService;
}) {
  async function beginSession(user: User): Promise<Session> {
    const refresh = await refreshTokens.issue(user.id, user.passwordHash);
    if (refresh === null) throw wrongCredentials();
    const memberships = await findMemberships(orm.em.fork(), user.id);
    return {
      account: {
        publicId: user.publicId,
        email: user.email,
        applicationRole: user.applicationRole,
        organizations: memberships.map((membership) => {
          const { joinedAt: _, ...organization } = toMembershipItem(membership);
          return organization;
        }),
      },
      refresh,
    };
  }

  return {
    /**
     * Checks the password and begins a session, or with two-factor its second step. An unknown address and a wrong
     * password cost the same and get the same answer; that an account is locked or unverified learns only who knows its
     * password. The address is taken as `parseEmail` gives it.
     */
    async login(credentials: {
      email: string;
      password: string;
    }): Promise<Session | { challengeToken: string }> {
      const em = orm.em.fork();
      const user = await em.findOne(User, { email: credentials.email });
      const right = await passwords.verify(user?.passwordHash ?? null, credentials.password);
      if (!user || !right) throw wrongCredentials();
      if (!user.isEnabled)
        throw new DomainError('ACCOUNT_LOCKED', 'This account is locked; ask an administrator.');
      if (!user.isVerified) {
        throw new DomainError('ACCOUNT_UNVERIFIED', 'Open the link in the verification e-mail first.');
      }
      if (user.totpSecret == null) return beginSession(user);
      const challengeToken = await twoFactor.challenge(user);
      if (challengeToken === null) throw wrongCredentials();
      return { challengeToken };
    },

    /** Begins the session of a log-in whose code was right. Throws INVALID_CREDENTIALS for what has changed since. */
    async begin({ userId, passwordHash }: { userId: number; passwordHash: string }): Promise<Session> {
      const user = await orm.em.fork().findOne(User, { id: userId, passwordHash });
      if (user === null) throw wrongCredentials();
      return beginSession(user);
    },

    /** Trades a refresh token for the next one and tells whose it is. Throws REFRESH_TOKEN_INVALID. */
    async refresh(token: string): Promise<IssuedRefreshToken & { userPublicId: string }> {
      return refreshTokens.rotate(token);
    },

    /** Ends the session of this refresh token; an unknown one is no error. */
    async logout(token: string): Promise<void> {
      await refreshTokens.revoke(token);
    },
  };
}

/** The one answer to unknown addresses, wrong passwords, and passwords that were right until a moment ago. */
function wrongCredentials(): DomainError {
  return new DomainError('INVALID_CREDENTIALS', 'The e-mail address or password is wrong.');
}

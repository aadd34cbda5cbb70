import type { MikroORM } from '@mikro-orm/postgresql';
import { DomainError } from '../../errors.ts';
import { findMemberships, toMembershipItem } from '../organizations/memberships.ts';
import { User } from '../users/user.entity.ts';
import type { Account } from './auth.schemas.ts';
import type { PasswordClient, Passwords } from './passwords.ts';
import type { IssuedRefreshToken, RefreshTokens } from './refresh-tokens.ts';
import type { TwoFactorService } from './two-factor/two-factor.service.ts';

/** A complete log-in. */
export interface Session {
  account: Account;
  refresh: IssuedRefreshToken;
}

/** A session, or with two-factor authentication the token of its second step. */
type LoginOutcome = { kind: 'session'; session: Session } | { kind: 'challenge'; challengeToken: string };

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
     * Checks the password and begins a session or its second step. An unknown address takes as long as a wrong password
     * and gets the same error. Only a caller with the right password learns that the account is locked or unverified.
     * The address must be normalized with `parseEmail`. Throws INVALID_CREDENTIALS, ACCOUNT_LOCKED, ACCOUNT_UNVERIFIED.
     */
    async login(
      credentials: { email: string; password: string },
      client: PasswordClient,
    ): Promise<LoginOutcome> {
      const em = orm.em.fork();
      const user = await em.findOne(User, { email: credentials.email });
      const isRight = await passwords.verify(user?.passwordHash ?? null, credentials.password, client);
      if (!user || !isRight) throw wrongCredentials();
      if (!user.isEnabled)
        throw new DomainError('ACCOUNT_LOCKED', 'This account is locked. Ask an administrator to unlock it.');
      if (!user.isVerified) {
        throw new DomainError(
          'ACCOUNT_UNVERIFIED',
          'The e-mail address is not verified. Open the link in the verification e-mail.',
        );
      }
      if (user.totpSecret == null) return { kind: 'session', session: await beginSession(user) };
      const challengeToken = await twoFactor.challenge(user);
      if (challengeToken === null) throw wrongCredentials();
      return { kind: 'challenge', challengeToken };
    },

    /** Begins a session after the second step. Throws INVALID_CREDENTIALS if the password has changed meanwhile. */
    async begin({ userId, passwordHash }: { userId: number; passwordHash: string }): Promise<Session> {
      const user = await orm.em.fork().findOne(User, { id: userId, passwordHash });
      if (user === null) throw wrongCredentials();
      return beginSession(user);
    },

    /** Replaces a refresh token and returns its user. Throws REFRESH_TOKEN_INVALID. */
    async refresh(token: string): Promise<IssuedRefreshToken & { userPublicId: string }> {
      return refreshTokens.rotate(token);
    },

    /** Ends the session of a refresh token. An unknown token is not an error. */
    async logout(token: string): Promise<void> {
      await refreshTokens.revoke(token);
    },
  };
}

/** The same error for an unknown address and for a wrong or changed password. */
function wrongCredentials(): DomainError {
  return new DomainError('INVALID_CREDENTIALS', 'The e-mail address or password is wrong.');
}

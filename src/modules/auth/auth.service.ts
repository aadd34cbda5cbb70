import type { MikroORM } from '@mikro-orm/postgresql';
import { DomainError } from '../../errors.ts';
import { Membership } from '../organizations/membership.entity.ts';
import { User } from '../users/user.entity.ts';
import type { AccessTokens } from './access-tokens.ts';
import type { LoginAnswer } from './auth.schemas.ts';
import type { Passwords } from './passwords.ts';
import type { IssuedRefreshToken, RefreshTokens } from './refresh-tokens.ts';

export type AuthService = ReturnType<typeof createAuthService>;

/** Log-in, refresh and log-out. */
export function createAuthService({
  orm,
  passwords,
  accessTokens,
  refreshTokens,
}: {
  orm: MikroORM;
  passwords: Passwords;
  accessTokens: AccessTokens;
  refreshTokens: RefreshTokens;
}) {
  return {
    /**
     * Checks the password and begins a session. An unknown address and a wrong password cost the same and get the
     * same answer; that an account is locked or unverified learns only who knows its password.
     */
    async login(credentials: {
      email: string;
      password: string;
    }): Promise<{ answer: LoginAnswer; refresh: IssuedRefreshToken }> {
      const em = orm.em.fork();
      const user = await em.findOne(User, { email: normalizeEmail(credentials.email) });
      const right = await passwords.verify(user?.passwordHash ?? null, credentials.password);
      if (!user || !right)
        throw new DomainError('INVALID_CREDENTIALS', 'The e-mail address or password is wrong.');
      if (!user.isEnabled)
        throw new DomainError('ACCOUNT_LOCKED', 'This account is locked; ask an administrator.');
      if (!user.isVerified) {
        throw new DomainError('ACCOUNT_UNVERIFIED', 'Open the link in the verification e-mail first.');
      }
      const memberships = await em.find(
        Membership,
        { user: user.id },
        { populate: ['organization'], orderBy: { id: 'asc' } },
      );
      return {
        answer: {
          accessToken: accessTokens.issue(user.publicId),
          publicId: user.publicId,
          email: user.email,
          applicationRole: user.applicationRole,
          organizations: memberships.map(({ organization, role }) => ({
            organizationId: organization.getEntity().publicId,
            organizationName: organization.getEntity().name,
            role,
          })),
        },
        refresh: await refreshTokens.issue(user.id),
      };
    },

    /** Trades a refresh token for an access token and the next refresh token. Throws REFRESH_TOKEN_INVALID. */
    async refresh(token: string): Promise<{ accessToken: string; refresh: IssuedRefreshToken }> {
      const { userPublicId, ...refresh } = await refreshTokens.rotate(token);
      return { accessToken: accessTokens.issue(userPublicId), refresh };
    },

    /** Ends the session of this refresh token; an unknown one is no error. */
    async logout(token: string): Promise<void> {
      await refreshTokens.revoke(token);
    },
  };
}

/** Addresses that differ only in case are one account. */
export function normalizeEmail(email: string): string {
  return email.toLowerCase();
}

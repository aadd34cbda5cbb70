import type { MikroORM } from '@mikro-orm/postgresql';
import { DomainError } from '../../errors.ts';
import { Membership } from '../organizations/membership.entity.ts';
import { User } from '../users/user.entity.ts';
import type { Account } from './auth.schemas.ts';
import { normalizeEmail } from './email-address.ts';
import type { Passwords } from './passwords.ts';
import type { IssuedRefreshToken, RefreshTokens } from './refresh-tokens.ts';

export type AuthService = ReturnType<typeof createAuthService>;

/** Log-in, refresh and log-out. */
export function createAuthService({
  orm,
  passwords,
  refreshTokens,
}: {
  orm: MikroORM;
  passwords: Passwords;
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
    }): Promise<{ account: Account; refresh: IssuedRefreshToken }> {
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
        account: {
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

export { normalizeEmail } from './email-address.ts';

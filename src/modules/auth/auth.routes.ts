import type { FastifyReply } from 'fastify';
import { DomainError } from '../../errors.ts';
import type { App } from '../../http/app-types.ts';
import { problems } from '../../http/problem.ts';
import { messageResponse } from '../../http/schemas.ts';
import type { Clock } from '../../infra/clock.ts';
import { firstStepResponse, loginBody, loginResponse, refreshResponse } from './auth.schemas.ts';
import type { AuthService, Session } from './auth.service.ts';
import type { AuthLimits } from './auth-limits.ts';
import { parseEmail } from './email-address.ts';
import { requireOwnOrigin } from './own-origin.ts';
import { passwordClientOf } from './password-client.ts';
import { clearRefreshCookie, parseRefreshCookie, setRefreshCookie } from './refresh-cookie.ts';
import { type IssuedRefreshToken, SUPERSEDED } from './refresh-tokens.ts';
import { verifyBody } from './two-factor/two-factor.schemas.ts';
import type { TwoFactorService } from './two-factor/two-factor.service.ts';

interface AuthRoutesDeps {
  auth: AuthService;
  twoFactor: TwoFactorService;
  authLimits: AuthLimits;
  clock: Clock;
  baseUrl: () => string;
  /** The origins whose pages may call the API besides its own. */
  corsOrigins: readonly string[];
  /** Whether browsers send the refresh cookie over HTTPS only. */
  cookieSecure: boolean;
}

/** Log-in, refresh and log-out. These routes need no access token. */
export function registerAuthRoutes(app: App, deps: AuthRoutesDeps): void {
  const { auth, twoFactor, authLimits: limits, clock, cookieSecure: secure } = deps;
  const ownOrigins = () => ({ baseUrl: deps.baseUrl(), origins: deps.corsOrigins });

  const setCookie = (reply: FastifyReply, refresh: IssuedRefreshToken) =>
    setRefreshCookie(reply, { ...refresh, now: clock.now(), secure });

  const open = (reply: FastifyReply, { account, refresh }: Session) => {
    setCookie(reply, refresh);
    return { accessToken: app.accessTokens.issue(account.publicId), ...account };
  };

  app.post(
    '/api/auth/login',
    {
      config: { policy: 'public' },
      onRequest: limits.byAddress,
      schema: {
        tags: ['Authentication'],
        summary: 'Log in',
        description:
          'Returns an access token and sets the HTTP-only cookie `refreshToken`. If the account uses two-factor authentication, returns a challenge instead: send it with a code to `/api/auth/verify-2fa`.',
        body: loginBody,
        response: { 200: firstStepResponse, ...problems(400, 401, 403, 429) },
      },
    },
    async (request, reply) => {
      const email = parseEmail(request.body.email);
      await limits.byEmail(reply, email);
      const credentials = { email, password: request.body.password };
      const outcome = await auth.login(credentials, passwordClientOf(request, reply));
      if (outcome.kind === 'session') return open(reply, outcome.session);
      const { challengeToken } = outcome;
      return { requires2FA: true as const, method: 'TOTP' as const, challengeToken };
    },
  );

  app.post(
    '/api/auth/verify-2fa',
    {
      config: { policy: 'public' },
      onRequest: limits.byAddress,
      schema: {
        tags: ['Authentication'],
        summary: 'Complete a log-in with two-factor authentication',
        description: 'Takes a code of the authenticator app or a backup code. Each code works once.',
        body: verifyBody,
        response: { 200: loginResponse, ...problems(400, 401, 403, 429) },
      },
    },
    async (request, reply) => {
      const verified = await twoFactor.verify(request.body);
      return open(reply, await auth.begin(verified));
    },
  );

  app.post(
    '/api/auth/refresh-token',
    {
      config: { policy: 'public' },
      onRequest: limits.byAddress,
      schema: {
        tags: ['Authentication'],
        summary: 'Get a new access token',
        description: 'Uses the cookie `refreshToken` and replaces it. A refresh token works once.',
        response: { 200: refreshResponse, ...problems(401, 403, 429) },
      },
    },
    async (request, reply) => {
      requireOwnOrigin(request, ownOrigins());
      try {
        const { userPublicId, ...refresh } = await auth.refresh(parseRefreshCookie(request));
        setCookie(reply, refresh);
        return { accessToken: app.accessTokens.issue(userPublicId) };
      } catch (error) {
        const isSessionOver = error instanceof DomainError && error.cause !== SUPERSEDED;
        if (isSessionOver) clearRefreshCookie(reply, { secure });
        throw error;
      }
    },
  );

  app.post(
    '/api/auth/logout',
    {
      config: { policy: 'public' },
      onRequest: limits.byAddress,
      schema: {
        tags: ['Authentication'],
        summary: 'Log out',
        response: { 200: messageResponse, ...problems(401, 403, 429) },
      },
    },
    async (request, reply) => {
      requireOwnOrigin(request, ownOrigins());
      clearRefreshCookie(reply, { secure });
      await auth.logout(parseRefreshCookie(request));
      return { message: 'Logged out' };
    },
  );
}

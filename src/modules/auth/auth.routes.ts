import type { FastifyReply } from 'fastify';
import { DomainError } from '../../errors.ts';
import type { App } from '../../http/app-types.ts';
import { problems } from '../../http/problem.ts';
import type { Services } from '../../services.ts';
import { loginAnswer, loginBody, logoutAnswer, refreshAnswer } from './auth.schemas.ts';
import { createAuthLimits } from './auth-limits.ts';
import { normalizeEmail } from './email-address.ts';
import { requireOwnOrigin } from './own-origin.ts';
import { clearRefreshCookie, parseRefreshCookie, setRefreshCookie } from './refresh-cookie.ts';
import { type IssuedRefreshToken, SUPERSEDED } from './refresh-tokens.ts';

/** Log-in, refresh and log-out: the routes that work without an access token. */
export function registerAuthRoutes(app: App, services: Services): void {
  const { config, clock, auth } = services;
  const limits = createAuthLimits(services);
  const secure = config.COOKIE_SECURE;

  const setCookie = (reply: FastifyReply, refresh: IssuedRefreshToken) =>
    setRefreshCookie(reply, { ...refresh, now: clock.now(), secure });

  app.post(
    '/api/auth/login',
    {
      config: { policy: 'public' },
      onRequest: limits.byAddress,
      schema: {
        tags: ['Authentication'],
        summary: 'Log in',
        description: 'Also sets the HTTP-only cookie `refreshToken`.',
        body: loginBody,
        response: { 200: loginAnswer, ...problems(400, 401, 403, 429) },
      },
    },
    async (request, reply) => {
      await limits.byEmail(reply, normalizeEmail(request.body.email));
      const { account, refresh } = await auth.login(request.body);
      setCookie(reply, refresh);
      return { accessToken: app.accessTokens.issue(account.publicId), ...account };
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
        description: 'Reads the cookie `refreshToken` and replaces it. Each refresh token works once.',
        response: { 200: refreshAnswer, ...problems(401, 403, 429) },
      },
    },
    async (request, reply) => {
      requireOwnOrigin(request, services.baseUrl());
      try {
        const { userPublicId, ...refresh } = await auth.refresh(parseRefreshCookie(request));
        setCookie(reply, refresh);
        return { accessToken: app.accessTokens.issue(userPublicId) };
      } catch (error) {
        const ended = error instanceof DomainError && error.cause !== SUPERSEDED;
        if (ended) clearRefreshCookie(reply, { secure });
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
        summary: 'End the session of the refresh token',
        response: { 200: logoutAnswer, ...problems(401, 403, 429) },
      },
    },
    async (request, reply) => {
      requireOwnOrigin(request, services.baseUrl());
      clearRefreshCookie(reply, { secure });
      await auth.logout(parseRefreshCookie(request));
      return { message: 'Logged out' };
    },
  );
}

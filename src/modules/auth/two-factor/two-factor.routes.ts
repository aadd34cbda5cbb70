import type { App } from '../../../http/app-types.ts';
import { problems } from '../../../http/problem.ts';
import { getUser } from '../authentication.ts';
import { enableBody, enableResponse, setupResponse } from './two-factor.schemas.ts';
import type { TwoFactorService } from './two-factor.service.ts';

/** Switches on two-factor authentication for the caller's account. Only an administrator can switch it off. */
export function registerTwoFactorRoutes(app: App, { twoFactor }: { twoFactor: TwoFactorService }): void {
  app.post(
    '/api/me/2fa/setup',
    {
      config: { policy: 'authenticated' },
      schema: {
        tags: ['Users'],
        summary: 'Set up two-factor authentication',
        description:
          'Returns a secret for an authenticator app. Takes effect with `/api/me/2fa/enable`. Repeating it replaces the secret.',
        response: { 200: setupResponse, ...problems(400, 401, 429) },
      },
    },
    async (request) => twoFactor.setup(getUser(request)),
  );

  app.post(
    '/api/me/2fa/enable',
    {
      config: { policy: 'authenticated' },
      schema: {
        tags: ['Users'],
        summary: 'Switch on two-factor authentication',
        description:
          'Takes a code of the authenticator app that was set up. The backup codes are returned only once.',
        body: enableBody,
        response: { 200: enableResponse, ...problems(400, 401, 429) },
      },
    },
    async (request) => ({ backupCodes: await twoFactor.enable(getUser(request), request.body.code) }),
  );
}

import type { App } from '../../../http/app-types.ts';
import { problems } from '../../../http/problem.ts';
import { getUser } from '../authentication.ts';
import { enableBody, enableResponse, setupResponse } from './two-factor.schemas.ts';
import type { TwoFactorService } from './two-factor.service.ts';

/** Switching one's own two-factor log-in on. Off is an administrator's business. */
export function registerTwoFactorRoutes(app: App, { twoFactor }: { twoFactor: TwoFactorService }): void {
  app.post(
    '/api/me/2fa/setup',
    {
      config: { policy: 'authenticated' },
      schema: {
        tags: ['Users'],
        summary: 'A secret for an authenticator',
        description:
          'Changes nothing about logging in until it is enabled. Another set-up replaces the secret.',
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
        summary: 'Switch two-factor log-in on',
        description:
          'With a code of the authenticator that was set up. The backup codes are shown this once.',
        body: enableBody,
        response: { 200: enableResponse, ...problems(400, 401, 429) },
      },
    },
    async (request) => ({ backupCodes: await twoFactor.enable(getUser(request), request.body.code) }),
  );
}

import type { App } from '../../http/app-types.ts';
import { problems } from '../../http/problem.ts';
import { messageResponse } from '../../http/schemas.ts';
import { registerBody, requestResetBody, resetPasswordBody, verifyQuery } from './accounts.schemas.ts';
import type { AccountsService } from './accounts.service.ts';
import type { AuthLimits } from './auth-limits.ts';
import { parseEmail } from './email-address.ts';
import { passwordClientOf } from './password-client.ts';

/** Registration, verification and password reset. Known and unknown addresses get the same responses. */
export function registerAccountRoutes(
  app: App,
  { accounts, authLimits: limits }: { accounts: AccountsService; authLimits: AuthLimits },
): void {
  const config = { policy: 'public' } as const;
  const onRequest = limits.byAddress;
  const tags = ['Authentication'];

  app.post(
    '/api/auth/register',
    {
      config,
      onRequest,
      schema: {
        tags,
        summary: 'Register an account',
        description:
          'Creates an account with the role MEMBER. It is active after the link in the verification e-mail is opened.',
        body: registerBody,
        response: { 200: messageResponse, ...problems(400, 429) },
      },
    },
    async (request, reply) => {
      const email = parseEmail(request.body.email);
      await limits.byEmail(reply, email);
      await limits.byMailbox('registration', email);
      const { password } = request.body;
      await accounts.register({ email, password }, passwordClientOf(request, reply));
      return { message: 'Verification email sent' };
    },
  );

  app.get(
    '/api/auth/verify',
    {
      config,
      onRequest,
      // Mail scanners send HEAD requests to links. They must not use the token.
      exposeHeadRoute: false,
      schema: {
        tags,
        summary: 'Verify an e-mail address',
        description:
          'The target of the link in the verification e-mail. The link works once and expires after 24 hours.',
        querystring: verifyQuery,
        response: { 200: messageResponse, ...problems(400, 429) },
      },
    },
    async ({ query }) => {
      await accounts.verify(query.token);
      return { message: 'Email verified' };
    },
  );

  app.post(
    '/api/auth/request-reset',
    {
      config,
      onRequest,
      schema: {
        tags,
        summary: 'Request a password reset e-mail',
        body: requestResetBody,
        response: { 200: messageResponse, ...problems(400, 429) },
      },
    },
    async ({ body }, reply) => {
      const email = parseEmail(body.email);
      await limits.byEmail(reply, email);
      await limits.byMailbox('password-reset', email);
      await accounts.requestReset(email);
      return { message: 'If the address has an account, a password reset email has been sent' };
    },
  );

  app.post(
    '/api/auth/reset-password',
    {
      config,
      onRequest,
      schema: {
        tags,
        summary: 'Choose a new password',
        description:
          'Uses the token of the password reset e-mail, which works once and expires after one hour. Ends all sessions of the account.',
        body: resetPasswordBody,
        response: { 200: messageResponse, ...problems(400, 429) },
      },
    },
    async (request, reply) => {
      await accounts.resetPassword(request.body, passwordClientOf(request, reply));
      return { message: 'Password changed' };
    },
  );
}

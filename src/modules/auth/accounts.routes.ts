import type { App } from '../../http/app-types.ts';
import { problems } from '../../http/problem.ts';
import { messageResponse } from '../../http/schemas.ts';
import { registerBody, requestResetBody, resetPasswordBody, verifyQuery } from './accounts.schemas.ts';
import type { AccountsService } from './accounts.service.ts';
import type { AuthLimits } from './auth-limits.ts';
import { parseEmail } from './email-address.ts';

/** Registration, verification and password reset. Known and unknown addresses get the same answers. */
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
      ...{ config, onRequest },
      schema: {
        tags,
        summary: 'Register an account',
        description: 'The account is a MEMBER and works once the link in the mail is opened.',
        body: registerBody,
        response: { 200: messageResponse, ...problems(400, 429) },
      },
    },
    async ({ body }, reply) => {
      const email = parseEmail(body.email);
      await limits.byEmail(reply, email);
      await limits.byMailbox(reply, 'registration', email);
      await accounts.register({ email, password: body.password });
      return { message: 'Verification email sent' };
    },
  );

  app.get(
    '/api/auth/verify',
    {
      ...{ config, onRequest },
      // Mail scanners look at links by HEAD; that must not use one up.
      exposeHeadRoute: false,
      schema: {
        tags,
        summary: 'Verify an e-mail address',
        description: 'Where the link in the mail leads. It works once, for 24 hours.',
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
      ...{ config, onRequest },
      schema: {
        tags,
        summary: 'Ask for a mail to choose a new password',
        body: requestResetBody,
        response: { 200: messageResponse, ...problems(400, 429) },
      },
    },
    async ({ body }, reply) => {
      const email = parseEmail(body.email);
      await limits.byEmail(reply, email);
      await limits.byMailbox(reply, 'password-reset', email);
      await accounts.requestReset(email);
      return { message: 'If the address has an account, a password reset email has been sent' };
    },
  );

  app.post(
    '/api/auth/reset-password',
    {
      ...{ config, onRequest },
      schema: {
        tags,
        summary: 'Choose a new password',
        description:
          'With the token of the mail, which works once, for an hour. Ends every session of the account.',
        body: resetPasswordBody,
        response: { 200: messageResponse, ...problems(400, 429) },
      },
    },
    async ({ body }) => {
      await accounts.resetPassword(body);
      return { message: 'Password changed' };
    },
  );
}

import type { App } from '../../http/app-types.ts';
import { problems } from '../../http/problem.ts';
import { publicIdParams } from '../../http/schemas.ts';
import { getCaller } from '../audit/caller.ts';
import type { AuthLimits } from '../auth/auth-limits.ts';
import { ADMINISTRATORS } from '../auth/policy.ts';
import type { AdminMailsService } from './admin-mails.service.ts';
import {
  changeRoleBody,
  changeUserBody,
  userDetail,
  userPage,
  userQuery,
  userRecord,
} from './admin-users.schemas.ts';
import type { AdminUsersService } from './admin-users.service.ts';

const shared = { tags: ['Administration'] };
const config = { policy: ADMINISTRATORS };
const changed = { 200: userRecord, ...problems(400, 401, 403, 404, 429) };
const ADMIN_RULE = 'An ADMIN may not change the account of a SUPER_ADMIN.';

/** Accounts, for administrators. */
export function registerAdminUserRoutes(
  app: App,
  deps: { adminUsers: AdminUsersService; adminMails: AdminMailsService; authLimits: AuthLimits },
): void {
  const { adminUsers, adminMails, authLimits: limits } = deps;

  app.get(
    '/api/admin/users',
    {
      config,
      schema: {
        ...shared,
        summary: 'List accounts, newest first',
        querystring: userQuery,
        response: { 200: userPage, ...problems(400, 401, 403, 429) },
      },
    },
    async (request) => adminUsers.list(request.query),
  );

  app.get(
    '/api/admin/users/:publicId',
    {
      config,
      schema: {
        ...shared,
        summary: 'Get an account with its memberships',
        params: publicIdParams,
        response: { 200: userDetail, ...problems(401, 403, 404, 429) },
      },
    },
    async (request) => adminUsers.get(request.params.publicId),
  );

  app.patch(
    '/api/admin/users/:publicId',
    {
      config,
      schema: {
        ...shared,
        summary: 'Change the e-mail address',
        description: `The new address is unverified; a verification link is sent to it. ${ADMIN_RULE}`,
        params: publicIdParams,
        body: changeUserBody,
        response: changed,
      },
    },
    async (request) =>
      adminUsers.changeEmail(getCaller(request), request.params.publicId, request.body.email),
  );

  app.patch(
    '/api/admin/users/:publicId/role',
    {
      config,
      schema: {
        ...shared,
        summary: 'Change the application role',
        description: `Takes effect at once and ends the sessions of the account. ${ADMIN_RULE} An ADMIN may not grant SUPER_ADMIN or change their own role.`,
        params: publicIdParams,
        body: changeRoleBody,
        response: changed,
      },
    },
    async (request) =>
      adminUsers.changeRole(getCaller(request), request.params.publicId, request.body.applicationRole),
  );

  app.post(
    '/api/admin/users/:publicId/lock',
    {
      config,
      schema: {
        ...shared,
        summary: 'Lock an account',
        description: `Its tokens and API keys stop working at once. The last enabled SUPER_ADMIN cannot be locked. ${ADMIN_RULE}`,
        params: publicIdParams,
        response: changed,
      },
    },
    async (request) => adminUsers.lock(getCaller(request), request.params.publicId),
  );

  app.post(
    '/api/admin/users/:publicId/unlock',
    {
      config,
      schema: {
        ...shared,
        summary: 'Unlock an account',
        description: `Earlier sessions stay ended. ${ADMIN_RULE}`,
        params: publicIdParams,
        response: changed,
      },
    },
    async (request) => adminUsers.unlock(getCaller(request), request.params.publicId),
  );

  app.post(
    '/api/admin/users/:publicId/reset-password',
    {
      config,
      schema: {
        ...shared,
        summary: 'Send a password reset e-mail',
        description: `The current password works until the link is used. At most three such e-mails per hour. ${ADMIN_RULE}`,
        params: publicIdParams,
        response: changed,
      },
    },
    async (request) => {
      const { publicId } = request.params;
      // Checked before the e-mail is counted, so that a rejected request does not use up the limit.
      await adminMails.requireResettable(getCaller(request), publicId);
      await limits.byMailbox('admin-reset', publicId);
      return adminMails.sendPasswordReset(getCaller(request), publicId);
    },
  );

  app.post(
    '/api/admin/users/:publicId/resend-verification',
    {
      config,
      schema: {
        ...shared,
        summary: 'Resend the verification e-mail',
        description: `For unverified accounts. At most three such e-mails per hour. ${ADMIN_RULE}`,
        params: publicIdParams,
        response: changed,
      },
    },
    async (request) => {
      const { publicId } = request.params;
      await adminMails.requireVerifiable(getCaller(request), publicId);
      await limits.byMailbox('admin-verification', publicId);
      return adminMails.resendVerification(getCaller(request), publicId);
    },
  );

  app.post(
    '/api/admin/users/:publicId/reset-2fa',
    {
      config,
      schema: {
        ...shared,
        summary: 'Reset two-factor authentication',
        description: `Switches it off, for users who lost their authenticator app and backup codes. The password does not change. ${ADMIN_RULE}`,
        params: publicIdParams,
        response: changed,
      },
    },
    async (request) => adminUsers.resetTwoFactor(getCaller(request), request.params.publicId),
  );
}

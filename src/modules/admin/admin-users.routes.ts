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
const ADMIN_RULE = 'An ADMIN may not touch the account of a SUPER_ADMIN.';

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
        summary: 'One account with its memberships',
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
        description: `A new address is unverified again; the link that verifies it is mailed there. ${ADMIN_RULE}`,
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
        description: `Counts at once and ends the sessions of the account. ${ADMIN_RULE} Nor grant that role, nor change their own.`,
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
        description: `Its tokens stop working at once. The last enabled SUPER_ADMIN cannot be locked. ${ADMIN_RULE}`,
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
        description: `Sessions of before stay ended. ${ADMIN_RULE}`,
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
        summary: 'Mail a link to choose a new password',
        description: `The old password works until the link is used. At most three such mails an hour. ${ADMIN_RULE}`,
        params: publicIdParams,
        response: changed,
      },
    },
    async (request, reply) => {
      const { publicId } = request.params;
      // Asked before the mail is counted: what sends none must not use up what may be sent.
      await adminMails.requireResettable(getCaller(request), publicId);
      await limits.byMailbox(reply, 'admin-reset', publicId);
      return adminMails.sendPasswordReset(getCaller(request), publicId);
    },
  );

  app.post(
    '/api/admin/users/:publicId/resend-verification',
    {
      config,
      schema: {
        ...shared,
        summary: 'Mail the verification link again',
        description: `For accounts that are not verified; at most three such mails an hour. ${ADMIN_RULE}`,
        params: publicIdParams,
        response: changed,
      },
    },
    async (request, reply) => {
      const { publicId } = request.params;
      await adminMails.requireVerifiable(getCaller(request), publicId);
      await limits.byMailbox(reply, 'admin-verification', publicId);
      return adminMails.resendVerification(getCaller(request), publicId);
    },
  );

  app.post(
    '/api/admin/users/:publicId/reset-2fa',
    {
      config,
      schema: {
        ...shared,
        summary: 'Switch two-factor off',
        description: `For who has lost authenticator and backup codes; the password stays. ${ADMIN_RULE}`,
        params: publicIdParams,
        response: changed,
      },
    },
    async (request) => adminUsers.resetTwoFactor(getCaller(request), request.params.publicId),
  );
}

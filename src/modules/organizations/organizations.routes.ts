import type { App } from '../../http/app-types.ts';
import { problems } from '../../http/problem.ts';
import { messageResponse, publicIdParams } from '../../http/schemas.ts';
import { getCaller } from '../audit/caller.ts';
import { getUser } from '../auth/authentication.ts';
import { ADMINISTRATORS, EDITORS } from '../auth/policy.ts';
import type { MembersService } from './members.service.ts';
import {
  changeMemberBody,
  changeOrganizationBody,
  createOrganizationBody,
  memberPage,
  memberParams,
  memberQuery,
  memberRecord,
  organizationPage,
  organizationQuery,
  organizationRecord,
} from './organizations.schemas.ts';
import type { OrganizationsService } from './organizations.service.ts';

const shared = { tags: ['Organizations'] };
const MANAGERS = 'For an ORG_ADMIN of the organization and for administrators.';
const LAST = 'Only an administrator may remove or demote the last ORG_ADMIN.';

/** Organizations and their members. */
export function registerOrganizationRoutes(
  app: App,
  { organizations, members }: { organizations: OrganizationsService; members: MembersService },
): void {
  app.get(
    '/api/organizations',
    {
      config: { policy: 'authenticated', scope: 'read' },
      schema: {
        ...shared,
        summary: 'List your organizations, newest first',
        description: 'Administrators get all organizations.',
        querystring: organizationQuery,
        response: { 200: organizationPage, ...problems(400, 401, 403, 429) },
      },
    },
    async (request) => organizations.list(getUser(request), request.query),
  );

  app.post(
    '/api/organizations',
    {
      config: { policy: ADMINISTRATORS },
      schema: {
        ...shared,
        summary: 'Create an organization',
        description: 'A new organization has no members, not even you. Invite its first ORG_ADMIN.',
        body: createOrganizationBody,
        response: { 200: organizationRecord, ...problems(400, 401, 403, 429) },
      },
    },
    async (request) => organizations.create(getCaller(request), request.body),
  );

  app.get(
    '/api/organizations/:publicId',
    {
      config: { policy: 'authenticated', scope: 'read' },
      schema: {
        ...shared,
        summary: 'Get the profile of an organization',
        description: 'For its members and for administrators.',
        params: publicIdParams,
        response: { 200: organizationRecord, ...problems(401, 403, 404, 429) },
      },
    },
    async (request) => organizations.get(getUser(request), request.params.publicId),
  );

  app.put(
    '/api/organizations/:publicId',
    {
      config: { policy: EDITORS },
      schema: {
        ...shared,
        summary: 'Change the profile of an organization',
        description: `Members that are not sent keep their value; null removes it. ${MANAGERS}`,
        params: publicIdParams,
        body: changeOrganizationBody,
        response: { 200: organizationRecord, ...problems(400, 401, 403, 404, 429) },
      },
    },
    async (request) => organizations.update(getCaller(request), request.params.publicId, request.body),
  );

  app.delete(
    '/api/organizations/:publicId',
    {
      config: { policy: EDITORS },
      schema: {
        ...shared,
        summary: 'Delete an organization',
        description: `Cannot be undone. Its templates stay with their creators and are no longer shared. Its invitations become invalid. ${MANAGERS}`,
        params: publicIdParams,
        response: { 200: messageResponse, ...problems(401, 403, 404, 429) },
      },
    },
    async (request) => {
      await organizations.delete(getCaller(request), request.params.publicId);
      return { message: 'Organization deleted' };
    },
  );

  app.get(
    '/api/organizations/:publicId/members',
    {
      config: { policy: 'authenticated' },
      schema: {
        ...shared,
        summary: 'List the members, newest first',
        params: publicIdParams,
        querystring: memberQuery,
        response: { 200: memberPage, ...problems(400, 401, 403, 404, 429) },
      },
    },
    async (request) => members.list(getUser(request), request.params.publicId, request.query),
  );

  app.patch(
    '/api/organizations/:publicId/members/:userId',
    {
      config: { policy: EDITORS },
      schema: {
        ...shared,
        summary: 'Change the role of a member',
        description: `Takes effect at once. ${LAST} ${MANAGERS}`,
        params: memberParams,
        body: changeMemberBody,
        response: { 200: memberRecord, ...problems(400, 401, 403, 404, 429) },
      },
    },
    async (request) => members.changeRole(getCaller(request), request.params, request.body.role),
  );

  app.delete(
    '/api/organizations/:publicId/members/:userId',
    {
      config: { policy: 'authenticated' },
      schema: {
        ...shared,
        summary: 'Remove a member, or leave',
        description: `Takes effect at once, also for workflows that use a shared template. Templates that the member shared stay shared. ${LAST} You may leave; to remove another member you must be an ORG_ADMIN of the organization or an administrator.`,
        params: memberParams,
        response: { 200: messageResponse, ...problems(400, 401, 403, 404, 429) },
      },
    },
    async (request) => {
      await members.remove(getCaller(request), request.params);
      return { message: 'Member removed' };
    },
  );
}

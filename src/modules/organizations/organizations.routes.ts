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
const LAST = 'The last ORG_ADMIN stays, unless an administrator decides otherwise.';

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
        description: 'All organizations for administrators.',
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
        description: 'It has no members yet, not even you: invite its first ORG_ADMIN.',
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
        summary: 'The profile of an organization',
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
        summary: 'Change a profile; what is not sent stays',
        description: `null takes a value away. ${MANAGERS}`,
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
        summary: 'Delete an organization for good',
        description: `Its templates stay with their creators and are shared no more; its invitations are void. ${MANAGERS}`,
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
        summary: 'List the members, the last who joined first',
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
        description: `Counts at once. ${LAST} ${MANAGERS}`,
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
        description: `Counts at once, also for workflows that use a shared template. Templates of the leaving stay shared. ${LAST} Everybody may leave; others are removed by an ORG_ADMIN or an administrator.`,
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

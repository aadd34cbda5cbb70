import type { App } from '../../http/app-types.ts';
import { problems } from '../../http/problem.ts';
import { publicIdParams } from '../../http/schemas.ts';
import { getCaller } from '../audit/caller.ts';
import type { AuthLimits } from '../auth/auth-limits.ts';
import { getUser } from '../auth/authentication.ts';
import { parseEmail } from '../auth/email-address.ts';
import { EDITORS } from '../auth/policy.ts';
import type { AcceptInvitation } from './accept-invitation.ts';
import {
  acceptBody,
  acceptResponse,
  invitationPage,
  invitationParams,
  invitationQuery,
  invitationRecord,
  inviteBody,
} from './invitations.schemas.ts';
import type { InvitationsService } from './invitations.service.ts';

const shared = { tags: ['Organizations'] };
const MANAGERS = 'For an ORG_ADMIN of the organization and for administrators.';
const changed = { 200: invitationRecord, ...problems(400, 401, 403, 404, 429) };

/** Invitations to organizations. */
export function registerInvitationRoutes(
  app: App,
  deps: { invitations: InvitationsService; acceptInvitation: AcceptInvitation; authLimits: AuthLimits },
): void {
  const { invitations, acceptInvitation, authLimits: limits } = deps;

  app.get(
    '/api/organizations/:publicId/invitations',
    {
      config: { policy: 'authenticated' },
      schema: {
        ...shared,
        summary: 'List the invitations, newest first',
        description: MANAGERS,
        params: publicIdParams,
        querystring: invitationQuery,
        response: { 200: invitationPage, ...problems(400, 401, 403, 404, 429) },
      },
    },
    async (request) => invitations.list(getUser(request), request.params.publicId, request.query),
  );

  app.post(
    '/api/organizations/:publicId/invitations',
    {
      config: { policy: EDITORS },
      schema: {
        ...shared,
        summary: 'Send an invitation',
        description: `Sends an e-mail with a link that works for seven days, for the account of that address. The account may be registered later. An address can have one open invitation. ${MANAGERS}`,
        params: publicIdParams,
        body: inviteBody,
        response: changed,
      },
    },
    async (request) => {
      const { publicId } = request.params;
      const email = parseEmail(request.body.email);
      // Checked before the e-mail is counted, so that a rejected request does not use up the limit.
      await invitations.requireInvitable(getUser(request), publicId, email);
      await limits.byMailbox(`invitation:${publicId}`, email);
      return invitations.invite(getCaller(request), publicId, request.body);
    },
  );

  app.post(
    '/api/organizations/:publicId/invitations/:invitationId/resend',
    {
      config: { policy: EDITORS },
      schema: {
        ...shared,
        summary: 'Resend an invitation',
        description: `Restarts the seven days. Earlier links stay valid. Also works for an expired invitation. ${MANAGERS}`,
        params: invitationParams,
        response: changed,
      },
    },
    async (request) => {
      const email = await invitations.getRecipient(getUser(request), request.params);
      await limits.byMailbox(`invitation:${request.params.publicId}`, email);
      return invitations.resend(getCaller(request), request.params);
    },
  );

  app.delete(
    '/api/organizations/:publicId/invitations/:invitationId',
    {
      config: { policy: EDITORS },
      schema: {
        ...shared,
        summary: 'Revoke an invitation',
        description: `Its links stop working at once. ${MANAGERS}`,
        params: invitationParams,
        response: changed,
      },
    },
    async (request) => invitations.revoke(getCaller(request), request.params),
  );

  app.post(
    '/api/invitations/accept',
    {
      config: { policy: 'authenticated' },
      schema: {
        ...shared,
        summary: 'Accept an invitation',
        description:
          'Takes the token of the e-mail. Requires the account of the invited address; other accounts get a 403.',
        body: acceptBody,
        response: { 200: acceptResponse, ...problems(400, 401, 403, 429) },
      },
    },
    async (request) => acceptInvitation(getCaller(request), request.body.token),
  );
}

import type { Seeds } from './seeds.ts';

type Values = Readonly<Record<string, string | number>>;

/** Values for the path parameters of an operation: ids of existing objects, because any other value results in 404. */
export function pathIdsOf(operation: string, seeds: Seeds): Values {
  const [, area = ''] = /^\S+ \/api\/(admin\/\w+|\w+)/.exec(operation) ?? [];
  return { ...idsByArea(seeds)[area], ...exceptions(seeds)[operation] };
}

function idsByArea(seeds: Seeds): Readonly<Record<string, Values>> {
  const { workflow, run, event } = seeds;
  return {
    templates: { publicId: seeds.template, page: 1 },
    workflows: {
      publicId: workflow,
      workflowId: workflow,
      runId: run,
      eventId: event,
      number: 1,
      nodeId: 'fill',
    },
    documents: { documentId: seeds.document },
    me: { keyId: seeds.key },
    'admin/users': { publicId: seeds.otherUser },
    'admin/organizations': { publicId: seeds.organization },
    organizations: {
      publicId: seeds.organization,
      userId: seeds.member,
      invitationId: seeds.invitation,
    },
  };
}

function exceptions(seeds: Seeds): Readonly<Record<string, Values>> {
  return {
    'DELETE /api/templates/{publicId}': { publicId: seeds.disposableTemplate },
    'DELETE /api/workflows/{publicId}': { publicId: seeds.disposableWorkflow },
    'DELETE /api/organizations/{publicId}': { publicId: seeds.disposableOrganization },
    'DELETE /api/organizations/{publicId}/members/{userId}': { userId: seeds.disposableMember },
    'DELETE /api/organizations/{publicId}/invitations/{invitationId}': {
      invitationId: seeds.disposableInvitation,
    },
    'POST /api/workflows/{workflowId}/runs/{runId}/retry': { runId: seeds.failedRun },
    'POST /api/workflows/{workflowId}/runs/{runId}/cancel': {
      workflowId: seeds.waiting.workflow,
      runId: seeds.waiting.run,
    },
  };
}

import Type from 'typebox';
import type { App } from '../../http/app-types.ts';
import { problems } from '../../http/problem.ts';
import { getUser, mayRead } from '../auth/authentication.ts';
import { EDITORS } from '../auth/policy.ts';
import { withoutReads } from './workflow-record.ts';
import { versionPage, versionQuery, versionRecord } from './workflow-versions.schemas.ts';
import type { WorkflowVersionsService } from './workflow-versions.service.ts';
import { changedWorkflow } from './workflows.schemas.ts';

const common = { tags: ['Workflows'], security: [{ bearer: [] }] };
const params = Type.Object({ workflowId: Type.String(), number: Type.String() });

/** The graphs a workflow has had, for its owner. */
export function registerWorkflowVersionRoutes(
  app: App,
  { workflowVersions: versions }: { workflowVersions: WorkflowVersionsService },
): void {
  app.get(
    '/api/workflows/:workflowId/versions',
    {
      config: { policy: 'authenticated', scope: 'read' },
      schema: {
        ...common,
        summary: 'Graph versions, newest first',
        params: Type.Object({ workflowId: Type.String() }),
        querystring: versionQuery,
        response: { 200: versionPage, ...problems(400, 401, 404, 429) },
      },
    },
    async (request) => versions.list(getUser(request).id, request.params.workflowId, request.query),
  );

  app.get(
    '/api/workflows/:workflowId/versions/:number',
    {
      config: { policy: 'authenticated', scope: 'read' },
      schema: {
        ...common,
        summary: 'One graph version',
        params,
        response: { 200: versionRecord, ...problems(401, 404, 429) },
      },
    },
    async (request) => versions.get({ ownerId: getUser(request).id, ...request.params }),
  );

  app.post(
    '/api/workflows/:workflowId/versions/:number/restore',
    {
      config: { policy: EDITORS, scope: 'workflows' },
      schema: {
        ...common,
        summary: 'Go back to an old graph',
        description:
          'It becomes a new version; runs under way keep theirs. An ACTIVE workflow needs a valid graph.',
        params,
        response: { 200: changedWorkflow, ...problems(400, 401, 403, 404, 429) },
      },
    },
    async (request) => {
      const saved = await versions.restore({ ownerId: getUser(request).id, ...request.params });
      return mayRead(request) ? saved : withoutReads(saved);
    },
  );
}

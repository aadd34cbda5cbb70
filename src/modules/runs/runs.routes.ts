import Type from 'typebox';
import type { App } from '../../http/app-types.ts';
import { problems } from '../../http/problem.ts';
import { getUser } from '../auth/authentication.ts';
import { runDetail, runNode, runPage, runQuery } from './runs.schemas.ts';
import type { RunsService } from './runs.service.ts';

const common = { tags: ['Runs'], security: [{ bearer: [] }] };

/** Runs of a workflow, for its owner. */
export function registerRunRoutes(app: App, { runs }: { runs: RunsService }): void {
  app.get(
    '/api/workflows/:workflowId/runs',
    {
      config: { policy: 'authenticated', scope: 'read' },
      schema: {
        ...common,
        summary: 'Runs, newest first',
        params: Type.Object({ workflowId: Type.String() }),
        querystring: runQuery,
        response: { 200: runPage, ...problems(400, 401, 404, 429) },
      },
    },
    async (request) => runs.list(getUser(request).id, request.params.workflowId, request.query),
  );

  app.get(
    '/api/workflows/:workflowId/runs/:runId',
    {
      config: { policy: 'authenticated', scope: 'read' },
      schema: {
        ...common,
        summary: 'One run, node by node',
        description: 'While it runs, the nodes have their current state in Temporal.',
        params: Type.Object({ workflowId: Type.String(), runId: Type.String() }),
        response: { 200: runDetail, ...problems(401, 404, 429) },
      },
    },
    async (request) => runs.get(getUser(request).id, request.params.workflowId, request.params.runId),
  );

  app.get(
    '/api/workflows/:workflowId/runs/:runId/nodes/:nodeId',
    {
      config: { policy: 'authenticated', scope: 'read' },
      schema: {
        ...common,
        summary: 'One node of a run, whole',
        description: 'With all of its input and output, however long.',
        params: Type.Object({ workflowId: Type.String(), runId: Type.String(), nodeId: Type.String() }),
        response: { 200: runNode, ...problems(401, 404, 429) },
      },
    },
    async (request) => runs.getNode(getUser(request).id, request.params),
  );
}

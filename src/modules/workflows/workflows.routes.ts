import type { FastifyRequest } from 'fastify';
import Type from 'typebox';
import type { GraphProblem } from '../../../workflows/graph/types.ts';
import type { App } from '../../http/app-types.ts';
import { getJsonText } from '../../http/json-body.ts';
import { problems } from '../../http/problem.ts';
import { publicIdParams } from '../../http/schemas.ts';
import { getUser, mayRead } from '../auth/authentication.ts';
import { EDITORS } from '../auth/policy.ts';
import { findMemberText } from './member-text.ts';
import { withoutReads } from './workflow-record.ts';
import {
  changedWorkflow,
  createWorkflowBody,
  type GraphProblems,
  graphProblems,
  updateWorkflowBody,
  validateWorkflowBody,
  workflowListItem,
  workflowRecord,
} from './workflows.schemas.ts';
import type { WorkflowsService } from './workflows.service.ts';

const common = { tags: ['Workflows'], security: [{ bearer: [] }] };

/** Workflows: the caller's own graphs. */
export function registerWorkflowRoutes(app: App, { workflows }: { workflows: WorkflowsService }): void {
  app.get(
    '/api/workflows',
    {
      config: { policy: 'authenticated', scope: 'read' },
      schema: {
        ...common,
        summary: 'List own workflows, newest first',
        response: { 200: Type.Array(workflowListItem), ...problems(401, 429) },
      },
    },
    async (request) => workflows.list(getUser(request).id),
  );

  app.get(
    '/api/workflows/:publicId',
    {
      config: { policy: 'authenticated', scope: 'read' },
      schema: {
        ...common,
        summary: 'One workflow with its graph',
        params: publicIdParams,
        response: { 200: workflowRecord, ...problems(401, 404, 429) },
      },
    },
    async (request) => workflows.get(getUser(request).id, request.params.publicId),
  );

  app.post(
    '/api/workflows',
    {
      config: { policy: EDITORS, scope: 'workflows' },
      schema: {
        ...common,
        summary: 'Create a workflow',
        description: 'It begins as DRAFT: its webhook keeps events and runs none.',
        body: createWorkflowBody,
        response: { 200: workflowRecord, ...problems(400, 401, 403, 429) },
      },
    },
    async (request) =>
      workflows.create(getUser(request).id, { name: request.body.name, stepsJson: sentSteps(request) ?? '' }),
  );

  app.put(
    '/api/workflows/:publicId',
    {
      config: { policy: EDITORS, scope: 'workflows' },
      schema: {
        ...common,
        summary: 'Change name, status or graph',
        description:
          'Takes any subset. A graph becomes a new immutable version; runs keep the one they began with. ACTIVE ' +
          'needs a valid graph; else `GRAPH_INVALID` with every problem.',
        params: publicIdParams,
        body: updateWorkflowBody,
        response: { 200: changedWorkflow, ...problems(400, 401, 403, 404, 429) },
      },
    },
    async (request) => {
      const { name, status } = request.body;
      const changes = { name, status, stepsJson: sentSteps(request) };
      const saved = await workflows.update(getUser(request).id, request.params.publicId, changes);
      return mayRead(request) ? saved : withoutReads(saved, changes.stepsJson);
    },
  );

  app.delete(
    '/api/workflows/:publicId',
    {
      config: { policy: EDITORS, scope: 'workflows' },
      schema: {
        ...common,
        summary: 'Delete a workflow with its events, runs and documents',
        params: publicIdParams,
        response: { 200: Type.Object({ publicId: Type.String() }), ...problems(401, 403, 404, 429) },
      },
    },
    async (request) => {
      const { publicId } = request.params;
      await workflows.remove(getUser(request).id, publicId);
      return { publicId };
    },
  );

  app.post(
    '/api/workflows/:publicId/validate',
    {
      config: { policy: 'authenticated', scope: 'workflows', bodyIsOptional: true },
      schema: {
        ...common,
        summary: 'Check the stored graph, or the one sent',
        description: 'Changes nothing. Returns every problem of the graph.',
        params: publicIdParams,
        body: validateWorkflowBody,
        response: { 200: graphProblems, ...problems(400, 401, 404, 429) },
      },
    },
    async (request) => {
      const { publicId } = request.params;
      const problems = await workflows.findProblems(getUser(request).id, publicId, sentSteps(request));
      return resultOf(problems);
    },
  );
}

/** The unchanged text of the sent graph, with its keys, order and digits. */
function sentSteps(request: FastifyRequest): string | undefined {
  return findMemberText(getJsonText(request), 'stepsJson') ?? undefined;
}

function resultOf(found: readonly GraphProblem[]): GraphProblems {
  const problems = found.map(({ severity, ...problem }) => ({
    severity: severity ?? ('error' as const),
    ...problem,
  }));
  return { valid: problems.every(({ severity }) => severity !== 'error'), problems };
}

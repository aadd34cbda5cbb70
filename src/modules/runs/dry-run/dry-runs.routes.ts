import Type from 'typebox';
import { DomainError } from '../../../errors.ts';
import type { App } from '../../../http/app-types.ts';
import { getJsonText } from '../../../http/json-body.ts';
import { problems } from '../../../http/problem.ts';
import { getUser, mayRead } from '../../auth/authentication.ts';
import { EDITORS } from '../../auth/policy.ts';
import { findMemberText } from '../../workflows/member-text.ts';
import { compareBody, comparison, dryRunResult, testBody } from './dry-run.schemas.ts';
import type { DryRunsService } from './dry-runs.service.ts';

const common = { tags: ['Runs'], security: [{ bearer: [] }] };

/** Trying a graph out, for the workflow's owner. */
export function registerDryRunRoutes(app: App, { dryRuns }: { dryRuns: DryRunsService }): void {
  app.post(
    '/api/workflows/:workflowId/test',
    {
      config: { policy: EDITORS, scope: 'workflows', bodyIsOptional: true, dataMember: 'payload' },
      schema: {
        ...common,
        summary: 'Dry run of the stored graph, or of the one sent',
        description:
          'On a given payload or that of the latest event, which an API key may use only with the scope `read`. Nodes run as they would, but no document is kept, no ' +
          'action counted, nothing mailed, and a delay does not wait. A payload that the webhook would reject is ' +
          'rejected here too. 500 `UNAVAILABLE` if no worker responds in time.',
        params: Type.Object({ workflowId: Type.String() }),
        body: testBody,
        response: { 200: dryRunResult, ...problems(400, 401, 403, 404, 429, 500) },
      },
    },
    async (request) => {
      const sent = getJsonText(request);
      const member = (name: string) => (sent === '' ? undefined : (findMemberText(sent, name) ?? undefined));
      if (member('payload') === undefined && !mayRead(request)) throw payloadNeeded();
      return dryRuns.test(getUser(request), request.params.workflowId, {
        payload: member('payload'),
        stepsJson: member('stepsJson'),
      });
    },
  );

  app.post(
    '/api/workflows/:workflowId/events/:eventId/compare',
    {
      config: { policy: EDITORS, scope: ['workflows', 'read'], bodyIsOptional: true },
      schema: {
        ...common,
        summary: 'What a draft would do differently with a past event',
        description:
          'Dry runs of the same event: the version that ran last for it, and the graph sent or the stored one. ' +
          'Returns the nodes, and the fields of documents as they are in the PDF, that differ.',
        params: Type.Object({ workflowId: Type.String(), eventId: Type.String() }),
        body: compareBody,
        response: { 200: comparison, ...problems(400, 401, 403, 404, 429, 500) },
      },
    },
    async (request) => {
      const sent = getJsonText(request);
      const stepsJson = sent === '' ? undefined : (findMemberText(sent, 'stepsJson') ?? undefined);
      return dryRuns.compare(getUser(request), request.params, stepsJson);
    },
  );
}

function payloadNeeded(): DomainError {
  const detail =
    'This API key does not have the scope read, so it cannot use the latest event. Send a payload.';
  return new DomainError('API_KEY_REFUSED', detail);
}

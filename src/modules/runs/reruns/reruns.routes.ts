import Type from 'typebox';
import type { App } from '../../../http/app-types.ts';
import { getIdempotencyKey } from '../../../http/idempotency-key.ts';
import { problems } from '../../../http/problem.ts';
import { getUser } from '../../auth/authentication.ts';
import { EDITORS } from '../../auth/policy.ts';
import type { CancelRun } from './cancel-run.ts';
import { bulkReplayBody, bulkReplayResult, replayBody, runState, started } from './reruns.schemas.ts';
import type { RerunsService } from './reruns.service.ts';

const common = { tags: ['Runs'], security: [{ bearer: [] }] };
const config = { policy: EDITORS, scope: 'workflows' } as const;
const repeatable = 'A request repeated with the same `Idempotency-Key` returns the same run.';

/** Replay, retry and cancel, for the workflow's owner. */
export function registerRerunRoutes(
  app: App,
  { reruns, cancelRun }: { reruns: RerunsService; cancelRun: CancelRun },
): void {
  app.post(
    '/api/workflows/:workflowId/events/:eventId/replay',
    {
      config: { ...config, bodyIsOptional: true },
      schema: {
        ...common,
        summary: 'Run an event again',
        description: `A new run, whatever the workflow's status; earlier runs and their documents stay. ${repeatable}`,
        params: Type.Object({ workflowId: Type.String(), eventId: Type.String() }),
        body: replayBody,
        response: { 200: started, ...problems(400, 401, 403, 404, 429) },
      },
    },
    async (request) => {
      const { workflowId, eventId } = request.params;
      const who = { ownerId: getUser(request).id, workflowId, key: getIdempotencyKey(request) };
      return reruns.replay(who, { eventId, graphVersion: request.body.graphVersion });
    },
  );

  app.post(
    '/api/workflows/:workflowId/runs/:runId/retry',
    {
      config,
      schema: {
        ...common,
        summary: 'Go on where a failed run stopped',
        description:
          'A new run on the same graph version and today’s templates. Nodes that completed are kept with their ' +
          'outputs; their documents are neither made nor counted nor mailed again. While a retry of this run is ' +
          `in progress, that one is returned. ${repeatable}`,
        params: Type.Object({ workflowId: Type.String(), runId: Type.String() }),
        response: { 200: started, ...problems(400, 401, 403, 404, 429) },
      },
    },
    async (request) => {
      const { workflowId, runId } = request.params;
      const who = { ownerId: getUser(request).id, workflowId, key: getIdempotencyKey(request) };
      return reruns.retry(who, runId);
    },
  );

  app.post(
    '/api/workflows/:workflowId/runs/:runId/cancel',
    {
      config,
      schema: {
        ...common,
        summary: 'End a run',
        description:
          'Documents made until then are kept. The response is sent once the run has ended, or after three seconds ' +
          'with the current status. Cancelling a cancelled run changes nothing.',
        params: Type.Object({ workflowId: Type.String(), runId: Type.String() }),
        response: { 200: runState, ...problems(400, 401, 403, 404, 429, 500) },
      },
    },
    async (request) => cancelRun({ ownerId: getUser(request).id, ...request.params }),
  );

  app.post(
    '/api/workflows/:workflowId/replay',
    {
      config: { ...config, bodyIsOptional: true },
      schema: {
        ...common,
        summary: 'Run many events again',
        description:
          'The oldest events of a time range, at most `limit`; call again for those left. They run a few at a time ' +
          'and behind new events. Events with an unfinished run are left out, so a call repeated at once repeats nothing.',
        params: Type.Object({ workflowId: Type.String() }),
        body: bulkReplayBody,
        response: { 200: bulkReplayResult, ...problems(400, 401, 403, 404, 429) },
      },
    },
    async (request) => reruns.replayMany({ ownerId: getUser(request).id, ...request.params }, request.body),
  );
}

import Type from 'typebox';
import type { App } from '../../../http/app-types.ts';
import { problems } from '../../../http/problem.ts';
import { getUser } from '../../auth/authentication.ts';
import type { RunStreams } from './run-streams.ts';

/** Live progress of a run, for the workflow's owner. */
export function registerRunStreamRoutes(app: App, { runStreams }: { runStreams: RunStreams }): void {
  // A server that closes waits for its responses; these would last for minutes.
  app.addHook('preClose', async () => runStreams.close());

  app.get(
    '/api/workflows/:workflowId/runs/:runId/stream',
    {
      config: { policy: 'authenticated', scope: 'read' },
      schema: {
        tags: ['Runs'],
        security: [{ bearer: [] }],
        summary: 'Live progress of a run',
        description:
          'Server-sent events: `run` with the same record as GET …/runs/{runId} whenever it has changed, `end` after ' +
          'the last. `Last-Event-ID` resumes: a record seen already is not sent again. A comment is sent every 15 ' +
          'seconds; a stream lasts at most 15 minutes and ends with a lock of the account.',
        params: Type.Object({ workflowId: Type.String(), runId: Type.String() }),
        response: {
          200: {
            description: 'Events',
            content: { 'text/event-stream': { schema: Type.Unsafe({ type: 'string' }) } },
          },
          ...problems(401, 404, 429),
        },
      },
    },
    async (request, reply) => {
      const { 'last-event-id': lastEventId } = request.headers;
      const stream = await runStreams.open({
        user: getUser(request),
        ...request.params,
        lastEventId: typeof lastEventId === 'string' ? lastEventId : null,
      });
      return reply
        .header('content-type', 'text/event-stream')
        .header('cache-control', 'no-store')
        .header('x-accel-buffering', 'no')
        .send(stream);
    },
  );
}

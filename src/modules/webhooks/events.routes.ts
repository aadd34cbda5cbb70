import Type from 'typebox';
import type { App } from '../../http/app-types.ts';
import { problems } from '../../http/problem.ts';
import { getUser } from '../auth/authentication.ts';
import { eventPage, eventQuery, eventRecord } from './events.schemas.ts';
import type { EventsService } from './events.service.ts';

const common = { tags: ['Webhooks'], security: [{ bearer: [] }] };
const params = Type.Object({ workflowId: Type.String() });

/** The received events of a workflow, for its owner. */
export function registerEventRoutes(app: App, { events }: { events: EventsService }): void {
  app.get(
    '/api/workflows/:workflowId/webhook/latest-event',
    {
      config: { policy: 'authenticated', scope: 'read' },
      schema: {
        ...common,
        summary: 'The event received last',
        params,
        response: { 200: eventRecord, ...problems(401, 404, 429) },
      },
    },
    async (request) => events.getLatest(getUser(request).id, request.params.workflowId),
  );

  app.get(
    '/api/workflows/:workflowId/events',
    {
      config: { policy: 'authenticated', scope: 'read' },
      schema: {
        ...common,
        summary: 'Received events, newest first',
        params,
        querystring: eventQuery,
        response: { 200: eventPage, ...problems(400, 401, 404, 429) },
      },
    },
    async (request) => events.list(getUser(request).id, request.params.workflowId, request.query),
  );
}

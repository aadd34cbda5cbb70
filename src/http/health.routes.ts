import Type from 'typebox';
import type { Services } from '../services.ts';
import type { App } from './app-types.ts';

const report = Type.Object({ ready: Type.Boolean(), checks: Type.Record(Type.String(), Type.String()) });

/** Whether the process runs, and whether everything it needs works (decisions, section 8). */
export function registerHealthRoutes(app: App, services: Pick<Services, 'health'>): void {
  app.get(
    '/livez',
    {
      config: { policy: 'public' },
      schema: {
        tags: ['Health'],
        summary: 'The process runs',
        response: { 200: Type.Object({ alive: Type.Boolean() }) },
      },
    },
    async () => ({ alive: true }),
  );

  app.get(
    '/readyz',
    {
      config: { policy: 'public' },
      schema: {
        tags: ['Health'],
        summary: 'Everything the process needs works',
        response: { 200: report, 503: report },
      },
    },
    async (_request, reply) => {
      const state = await services.health.report();
      return reply.code(state.ready ? 200 : 503).send(state);
    },
  );
}

import Type from 'typebox';
import type { Health } from '../infra/health.ts';
import type { App } from './app-types.ts';

const report = Type.Object({ ready: Type.Boolean(), checks: Type.Record(Type.String(), Type.String()) });

/** Liveness: the process runs. Readiness: everything it needs works. */
export function registerHealthRoutes(app: App, { health }: { health: Health }): void {
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
      const state = await health.report();
      return reply.code(state.ready ? 200 : 503).send(state);
    },
  );
}

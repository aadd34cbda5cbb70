import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { RequestSpan, Tracing } from '../infra/tracing/tracing.ts';

/** Makes every request a span under its caller's, named by the route and never by the address. */
export function installRequestSpans(app: FastifyInstance, tracing: Tracing): void {
  const spans = new WeakMap<FastifyRequest, RequestSpan>();
  app.addHook('onRequest', async (request) => {
    const { method, routeOptions, id, headers } = request;
    const given = headers.traceparent;
    const span = tracing.beginRequest({
      ...{ method, route: routeOptions.url ?? 'none', requestId: id },
      traceparent: typeof given === 'string' ? given : undefined,
    });
    if (span !== null) spans.set(request, span);
  });
  // The body is read between the two, by events of a connection that belongs to no request.
  app.addHook('preHandler', (request, _reply, done) => {
    const span = spans.get(request);
    if (span === undefined) done();
    else span.enter(done);
  });
  app.addHook('onResponse', async (request, reply) => {
    spans.get(request)?.end(reply.statusCode);
  });
}

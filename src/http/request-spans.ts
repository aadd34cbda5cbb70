import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { RequestSpan, Tracing } from '../infra/tracing/tracing.ts';
import { onResponseEnd } from './on-response-end.ts';

/** Health checks arrive every few seconds. */
const UNTRACED: ReadonlySet<string> = new Set(['/livez', '/readyz']);

/** Creates a span for every request, as a child of the caller's span, named by the route. */
export function installRequestSpans(app: FastifyInstance, tracing: Tracing): void {
  const spans = new WeakMap<FastifyRequest, RequestSpan>();
  app.addHook('onRequest', async (request) => {
    const { method, routeOptions, id, headers } = request;
    const route = routeOptions.url ?? 'none';
    if (UNTRACED.has(route)) return;
    const given = headers.traceparent;
    const span = tracing.beginRequest({
      method,
      route,
      requestId: id,
      traceparent: typeof given === 'string' ? given : undefined,
    });
    if (span === null) return;
    spans.set(request, span);
    request.log = request.log.child({ traceId: span.traceId });
  });
  // Entered after the body is read: events of the connection run outside of the async context of a request.
  app.addHook('preHandler', (request, _reply, done) => {
    const span = spans.get(request);
    if (span === undefined) done();
    else span.enter(done);
  });
  onResponseEnd(app, (request, _reply, status) => spans.get(request)?.end(status));
}

import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { RequestSpan, Tracing } from '../infra/tracing/tracing.ts';
import { onResponseEnd } from './on-response-end.ts';

/** Supervisors ask all the time. */
const UNTRACED: ReadonlySet<string> = new Set(['/livez', '/readyz']);

/** Makes every request a span under its caller's, named by the route and never by the address. */
export function installRequestSpans(app: FastifyInstance, tracing: Tracing): void {
  const spans = new WeakMap<FastifyRequest, RequestSpan>();
  app.addHook('onRequest', async (request) => {
    const { method, routeOptions, id, headers } = request;
    const route = routeOptions.url ?? 'none';
    if (UNTRACED.has(route)) return;
    const given = headers.traceparent;
    const span = tracing.beginRequest({
      ...{ method, route, requestId: id },
      traceparent: typeof given === 'string' ? given : undefined,
    });
    if (span === null) return;
    spans.set(request, span);
    request.log = request.log.child({ traceId: span.traceId });
  });
  // The body is read between the two, by events of a connection that belongs to no request.
  app.addHook('preHandler', (request, _reply, done) => {
    const span = spans.get(request);
    if (span === undefined) done();
    else span.enter(done);
  });
  onResponseEnd(app, (request, _reply, status) => spans.get(request)?.end(status));
}

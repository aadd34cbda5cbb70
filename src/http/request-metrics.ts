import type { FastifyInstance } from 'fastify';
import type { Metrics } from '../infra/metrics/metrics.ts';
import { findProblemCode } from './problem.ts';

/** Times every request by its route, never by its address: an address holds ids and has no bound. */
export function installRequestMetrics(
  app: FastifyInstance,
  { requests, problems }: Pick<Metrics, 'requests' | 'problems'>,
): void {
  app.addHook('onResponse', (request, reply, done) => {
    const { method, routeOptions } = request;
    // Whoever hung up got nothing; 499 is nginx's word for it.
    const status = reply.raw.writableFinished ? reply.statusCode : 499;
    requests.observe({ method, route: routeOptions.url ?? 'none', status }, reply.elapsedTime / 1000);
    done();
    const code = findProblemCode(reply);
    if (code !== undefined) problems.inc({ code });
  });
}

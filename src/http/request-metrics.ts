import type { FastifyInstance } from 'fastify';
import type { Metrics } from '../infra/metrics/metrics.ts';
import { onResponseEnd } from './on-response-end.ts';
import { findProblemCode } from './problem.ts';

/** Measures every request by its route. URLs contain ids and would create unlimited series. */
export function installRequestMetrics(
  app: FastifyInstance,
  { requests, problems }: Pick<Metrics, 'requests' | 'problems'>,
): void {
  onResponseEnd(app, ({ method, routeOptions }, reply, status) => {
    requests.observe({ method, route: routeOptions.url ?? 'none', status }, reply.elapsedTime / 1000);
    const code = findProblemCode(reply);
    if (code !== undefined) problems.inc({ code });
  });
}

import type { FastifyInstance } from 'fastify';
import type { Logger } from '../infra/logger.ts';
import { onResponseEnd } from './on-response-end.ts';

/**
 * Logs one line per request at debug level. It has the route, not the URL, which can contain secrets. The error handler
 * logs errors.
 */
export function installRequestLog(app: FastifyInstance, logger: Logger): void {
  if (!logger.isLevelEnabled('debug')) return;
  onResponseEnd(app, (request, reply, status) => {
    const { method, routeOptions } = request;
    const ms = Math.round(reply.elapsedTime);
    request.log.debug({ method, route: routeOptions.url, status, ms }, 'request completed');
  });
}

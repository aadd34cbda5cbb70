import type { FastifyInstance } from 'fastify';
import type { Logger } from '../infra/logger.ts';
import { onResponseEnd } from './on-response-end.ts';

/**
 * One line a request at debug level: the route and not the address, because addresses can carry what nobody should
 * read. Refusals and faults are logged where they are answered.
 */
export function installRequestLog(app: FastifyInstance, logger: Logger): void {
  if (!logger.isLevelEnabled('debug')) return;
  onResponseEnd(app, (request, reply, status) => {
    const { method, routeOptions } = request;
    const ms = Math.round(reply.elapsedTime);
    request.log.debug({ method, route: routeOptions.url, status, ms }, 'answered');
  });
}

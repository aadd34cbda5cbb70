import type { FastifyRequest } from 'fastify';
import { DomainError } from '../../errors.ts';

/**
 * Refuses requests that a browser makes for another site: cookies alone must never start anything. Programs send
 * neither header and pass. Own are the configured base address and the address the request itself was sent to.
 */
export function requireOwnOrigin(request: FastifyRequest, baseUrl: string): void {
  const { origin } = request.headers;
  const site = request.headers['sec-fetch-site'];
  const own = [new URL(baseUrl).origin, `${request.protocol}://${request.host}`];
  const foreign = origin !== undefined && !own.includes(origin);
  if (foreign || site === 'cross-site') {
    throw new DomainError('FOREIGN_ORIGIN', 'This request was made by a page of another site.');
  }
}

import type { FastifyRequest } from 'fastify';
import { DomainError } from '../../errors.ts';

/**
 * Refuses requests that a browser makes for another site: cookies alone must never start anything. Programs send
 * neither header and pass. Own are the base address, the address the request itself was sent to, and the origins whose
 * pages the operator lets call the API.
 */
export function requireOwnOrigin(
  request: FastifyRequest,
  { baseUrl, origins }: { baseUrl: string; origins: readonly string[] },
): void {
  const { origin } = request.headers;
  const site = request.headers['sec-fetch-site'];
  const own = [new URL(baseUrl).origin, `${request.protocol}://${request.host}`, ...origins];
  const foreign = origin !== undefined && !own.includes(origin);
  if (foreign || site === 'cross-site') {
    throw new DomainError('FOREIGN_ORIGIN', 'This request was made by a page of another site.');
  }
}

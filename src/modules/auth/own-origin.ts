import type { FastifyRequest } from 'fastify';
import { DomainError } from '../../errors.ts';

/**
 * Rejects requests that a page of another site makes (CSRF). Accepts the origins of the base URL, of the request's own
 * host, and of CORS_ORIGINS. Programs send neither `Origin` nor `Sec-Fetch-Site` and pass. Throws FOREIGN_ORIGIN.
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
    throw new DomainError('FOREIGN_ORIGIN', 'This request was sent by a page of another site.');
  }
}

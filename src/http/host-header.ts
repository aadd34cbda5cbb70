import type { FastifyInstance } from 'fastify';
import { DomainError } from '../errors.ts';

/**
 * Refuses requests that do not name exactly one host (RFC 9112, section 3.2); HTTP/1.0 knows no hosts. Node's own
 * check is switched off in the server's options: it answers without a body.
 */
export function requireHost(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw }) => {
    const hosts = raw.rawHeaders.filter((text, index) => index % 2 === 0 && text.toLowerCase() === 'host');
    if (hosts.length === 1 || raw.httpVersion === '1.0') return;
    throw new DomainError('VALIDATION_FAILED', 'The request must name exactly one host.');
  });
}

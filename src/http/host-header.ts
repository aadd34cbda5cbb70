import type { FastifyInstance } from 'fastify';
import { DomainError } from '../errors.ts';
import { countHeaders } from './raw-headers.ts';

/**
 * Refuses requests that do not name exactly one host (RFC 9112, section 3.2); HTTP/1.0 knows no hosts. Node's own
 * check is switched off in the server's options: it answers without a body.
 */
export function requireHost(app: FastifyInstance): void {
  app.addHook('onRequest', ({ raw }, _reply, done) => {
    if (countHeaders(raw.rawHeaders, 'host') === 1 || raw.httpVersion === '1.0') return done();
    throw new DomainError('VALIDATION_FAILED', 'The request must name exactly one host.');
  });
}

import type { FastifyInstance } from 'fastify';
import { DomainError } from '../errors.ts';
import { countHeaders } from './raw-headers.ts';

/**
 * Rejects requests without exactly one `Host` header (RFC 9112, section 3.2). HTTP/1.0 has none. Node's own check is
 * switched off in the server options, because its response has no body.
 */
export function requireHost(app: FastifyInstance): void {
  app.addHook('onRequest', ({ raw }, _reply, done) => {
    if (countHeaders(raw.rawHeaders, 'host') === 1 || raw.httpVersion === '1.0') return done();
    throw new DomainError('VALIDATION_FAILED', 'The request must have exactly one Host header.');
  });
}

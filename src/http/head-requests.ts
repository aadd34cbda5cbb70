import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';

/**
 * A HEAD is answered by the route of its GET. The framework would read a body that is a stream to its end and drop it: a
 * whole archive, a file, the fifteen minutes of a run's events. Here such a body is closed unread. Register last of all
 * that looks at bodies.
 */
export function installHeadRequests(app: FastifyInstance): void {
  app.addHook('onSend', (request, _reply, payload, done) => {
    if (request.method !== 'HEAD' || !(payload instanceof Readable)) return done(null, payload);
    payload.destroy();
    return done(null, Readable.from([]));
  });
}

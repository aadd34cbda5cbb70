import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';

/**
 * Closes the body of a HEAD response unread when it is a stream. Fastify runs the GET route and would read the stream to
 * its end, such as a whole archive. Register after every other `onSend` hook that reads bodies.
 */
export function installHeadRequests(app: FastifyInstance): void {
  app.addHook('onSend', (request, _reply, payload, done) => {
    if (request.method !== 'HEAD' || !(payload instanceof Readable)) return done(null, payload);
    payload.destroy();
    return done(null, Readable.from([]));
  });
}

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** The client closed the connection before the response was complete; nginx uses the same status. */
const CLIENT_CLOSED = 499;

/**
 * Calls `handle` once per request, when the response is complete or the connection closed (status 499). Fastify's own
 * `onResponse` does not run for a connection that closed before the response began. Install before every hook that may
 * reject a request.
 */
export function onResponseEnd(
  app: FastifyInstance,
  handle: (request: FastifyRequest, reply: FastifyReply, status: number) => void,
): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { raw } = reply;
    raw.once('close', () => handle(request, reply, raw.writableFinished ? reply.statusCode : CLIENT_CLOSED));
    done();
  });
}

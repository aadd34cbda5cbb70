import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** Whoever hung up got nothing, or not all; nginx's word for it. */
const HUNG_UP = 499;

/**
 * Calls back once for each request, when its last byte is sent or its connection broke; `status` is 499 then. The
 * framework's own `onResponse` never comes for a request whose connection breaks before it is answered. Install before
 * all that may refuse.
 */
export function onResponseEnd(
  app: FastifyInstance,
  handle: (request: FastifyRequest, reply: FastifyReply, status: number) => void,
): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { raw } = reply;
    raw.once('close', () => handle(request, reply, raw.writableFinished ? reply.statusCode : HUNG_UP));
    done();
  });
}

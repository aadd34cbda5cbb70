import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fresh from 'fresh';

/** Whether answers of this route carry an `ETag` and can be asked for again with `If-None-Match`. */
export function isConditional(url: string): boolean {
  return url === PREFIX || url.startsWith(`${PREFIX}/`);
}

const PREFIX = '/api/templates';

/**
 * Gives what GET and HEAD answer below /api/templates an `ETag`, and answers 304 without a body to who has it already.
 * Clients that send no `If-None-Match` never see a 304. Register before the hook that forbids storing.
 */
export function installConditionalGet(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    const looks = request.method === 'GET' || request.method === 'HEAD';
    if (!looks || reply.statusCode !== 200 || !isConditional(request.routeOptions.url ?? ''))
      return done(null, payload);
    if (!reply.hasHeader('etag')) {
      if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return done(null, payload);
      reply.header('etag', etagOf(payload));
    }
    reply.header('cache-control', CACHE);
    if (!hasCurrent(request, reply)) return done(null, payload);
    if (payload instanceof Readable) payload.destroy();
    for (const name of ['content-type', 'content-length', 'content-disposition']) reply.removeHeader(name);
    reply.code(304);
    return done(null, noBody(request) ?? null);
  });
}

/** The `ETag` of an answer; weak, because the same answer may go out compressed. */
export function etagOf(payload: string | Buffer): string {
  return `W/"${createHash('sha256').update(payload).digest('base64url').slice(0, 27)}"`;
}

/** One account's own, kept by its browser and asked about each time. */
const CACHE = 'private, no-cache';

/**
 * Whether the client has what the reply's `ETag` names. For GET and HEAD (RFC 9110, section 13.1.2). `Cache-Control` is
 * for caches on the way, and `fetch` sends `no-cache` with every `If-None-Match`.
 */
export function hasCurrent({ headers }: FastifyRequest, reply: FastifyReply): boolean {
  return fresh({ 'if-none-match': headers['if-none-match'] }, { etag: String(reply.getHeader('etag')) });
}

/** Answers that the client has it. */
export function sendNotModified(reply: FastifyReply): FastifyReply {
  return reply.code(304).header('cache-control', CACHE).send(noBody(reply.request));
}

/**
 * The framework measures what a HEAD would have sent; of a stream it does not. A length of 0 would be a wrong one (RFC
 * 9110, section 8.6).
 */
function noBody({ method }: FastifyRequest): Readable | undefined {
  return method === 'HEAD' ? Readable.from([]) : undefined;
}

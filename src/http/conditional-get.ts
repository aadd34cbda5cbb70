import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fresh from 'fresh';

/** Whether responses of this route have an `ETag` and support `If-None-Match`. */
export function isConditional(url: string): boolean {
  return url === PREFIX || url.startsWith(`${PREFIX}/`);
}

const PREFIX = '/api/templates';

/**
 * Adds an `ETag` to responses of GET and HEAD below /api/templates. Responds with 304 when `If-None-Match` matches it.
 * Register before the security headers, which forbid caching by default.
 */
export function installConditionalGet(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (!isRead || reply.statusCode !== 200 || !isConditional(request.routeOptions.url ?? ''))
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
    return done(null, emptyBody(request) ?? null);
  });
}

/** A weak `ETag`: the same response may be sent compressed. */
function etagOf(payload: string | Buffer): string {
  return `W/"${createHash('sha256').update(payload).digest('base64url').slice(0, 27)}"`;
}

/** For the cache of the account's own browser, which revalidates it each time. */
const CACHE = 'private, no-cache';

/**
 * Whether `If-None-Match` matches the `ETag` of the reply (RFC 9110, section 13.1.2). Ignores `Cache-Control`: it is for
 * caches on the way, and `fetch` sends `no-cache` with every `If-None-Match`.
 */
export function hasCurrent({ headers }: FastifyRequest, reply: FastifyReply): boolean {
  return fresh({ 'if-none-match': headers['if-none-match'] }, { etag: String(reply.getHeader('etag')) });
}

/** Responds with 304: the client has the current version. */
export function sendNotModified(reply: FastifyReply): FastifyReply {
  return reply.code(304).header('cache-control', CACHE).send(emptyBody(reply.request));
}

/**
 * Fastify sets the `Content-Length` of a HEAD from its body, except for a stream. A length of 0 would be wrong (RFC 9110,
 * section 8.6).
 */
function emptyBody({ method }: FastifyRequest): Readable | undefined {
  return method === 'HEAD' ? Readable.from([]) : undefined;
}

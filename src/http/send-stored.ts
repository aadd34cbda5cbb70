import type { FastifyReply } from 'fastify';
import { notFound } from '../errors.ts';
import type { ObjectStorage } from '../infra/object-storage/object-storage.ts';
import { attachment } from './attachment.ts';
import { hasCurrent, sendNotModified } from './conditional-get.ts';

/**
 * Streams a stored object. `name` makes it a download; `etag` names its content where the route can be asked again.
 * A null key is NOT_FOUND.
 */
export async function sendStored(
  reply: FastifyReply,
  storage: ObjectStorage,
  { key, type, name, etag }: { key: string | null; type: string; name: string | null; etag?: string },
): Promise<FastifyReply> {
  const info = key === null ? null : await storage.find(key);
  if (key === null || info === null) throw notFound('File');
  if (etag !== undefined) {
    reply.header('etag', `"${etag}"`);
    // Not opened for nothing.
    if (hasCurrent(reply.request, reply)) return sendNotModified(reply);
  }
  // Opened first: a header about a file must not stand over the answer that there is none.
  const body = await storage.getStream(key);
  reply.header('content-type', type).header('content-length', info.size);
  if (name !== null) reply.header('content-disposition', attachment(name));
  return reply.send(body);
}

import type { FastifyReply } from 'fastify';
import { notFound } from '../errors.ts';
import type { ObjectStorage } from '../infra/object-storage/object-storage.ts';
import { attachment } from './attachment.ts';
import { hasCurrent, sendNotModified } from './conditional-get.ts';

/**
 * Streams a stored object. With a `name` it is a download; with an `etag` the route supports `If-None-Match`. Throws
 * NOT_FOUND for a missing object or a null key.
 */
export async function sendStored(
  reply: FastifyReply,
  storage: ObjectStorage,
  { key, type, name, etag }: { key: string | null; type: string; name: string | null; etag?: string },
): Promise<FastifyReply> {
  const info = key === null ? null : await storage.find(key);
  if (key === null || info === null) throw notFound('The file');
  if (etag !== undefined) {
    reply.header('etag', `"${etag}"`);
    if (hasCurrent(reply.request, reply)) return sendNotModified(reply);
  }
  // Opened before the headers are set: an error response must not have the headers of the file.
  const body = await storage.getStream(key);
  reply.header('content-type', type).header('content-length', info.size);
  if (name !== null) reply.header('content-disposition', attachment(name));
  return reply.send(body);
}

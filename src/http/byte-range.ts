import type { FastifyReply, FastifyRequest } from 'fastify';
import { parse } from 'range-parser';
import { DomainError } from '../errors.ts';

/** Bytes from `start` to `end`, both included. */
interface ByteRange {
  start: number;
  end: number;
}

/**
 * The range of a file of `size` bytes that a GET requests (RFC 9110, section 14). Null means the whole file: there is no
 * `Range`, it is malformed or has several parts, or `If-Range` names another version than `etag`. Throws
 * VALIDATION_FAILED for a range that begins after the end of the file.
 */
export function findByteRange(
  { method, headers }: FastifyRequest,
  { size, etag }: { size: number; etag: string },
): ByteRange | null {
  const { range, 'if-range': version } = headers;
  if (method !== 'GET' || range === undefined || (version !== undefined && version !== etag)) return null;
  const { code, type, ranges } = parse(size, range);
  if (type !== 'bytes' || (code & 1) !== 0) return null;
  if (ranges.length === 0) {
    const message = `begins after the end of the file, which has ${size} bytes`;
    throw new DomainError('VALIDATION_FAILED', `Range ${message}.`, { paths: [{ path: 'Range', message }] });
  }
  return code === 0 && ranges.length === 1 ? (ranges[0] ?? null) : null;
}

/** Sets the headers and status of a partial response, or of a whole one for null. `size` is that of the file. */
export function setByteRange(
  reply: FastifyReply,
  { range, size }: { range: ByteRange | null; size: number },
): void {
  reply.header('accept-ranges', 'bytes');
  reply.header('content-length', range === null ? size : range.end - range.start + 1);
  if (range !== null) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${size}`);
}

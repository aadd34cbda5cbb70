import type { FastifyReply, FastifyRequest } from 'fastify';
import { parse } from 'range-parser';
import { DomainError } from '../errors.ts';

/** Bytes from `start` to `end`, both included. */
export interface ByteRange {
  start: number;
  end: number;
}

/**
 * The one part of a file of `size` bytes that a GET asks for, or null for the whole of it: without a `Range`, with
 * one that is not understood or names several parts, or when `If-Range` names another version than `etag`. Throws
 * VALIDATION_FAILED for a part that begins behind the end.
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
    const message = `begins behind the end; the file has ${size} bytes`;
    throw new DomainError('VALIDATION_FAILED', `Range ${message}.`, { paths: [{ path: 'Range', message }] });
  }
  return code === 0 && ranges.length === 1 ? (ranges[0] ?? null) : null;
}

/** Marks an answer as that part of a file, and tells its length. */
export function setByteRange(
  reply: FastifyReply,
  { range, size }: { range: ByteRange | null; size: number },
): void {
  reply.header('accept-ranges', 'bytes');
  reply.header('content-length', range === null ? size : range.end - range.start + 1);
  if (range !== null) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${size}`);
}

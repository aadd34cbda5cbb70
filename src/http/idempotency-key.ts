import type { FastifyRequest } from 'fastify';
import { DomainError } from '../errors.ts';

/** Database columns hold this many characters. */
export const MAX_IDEMPOTENCY_KEY = 255;

/** The first of these headers that has a value, or null. Header names are lower case. */
export function findKey(
  headers: Readonly<Record<string, string | string[] | undefined>>,
  names: readonly string[],
): string | null {
  const key = names.map((name) => headers[name]).find((value) => typeof value === 'string' && value !== '');
  return typeof key === 'string' ? key : null;
}

/** The request's `Idempotency-Key`, or null. Throws VALIDATION_FAILED. */
export function getIdempotencyKey(request: FastifyRequest): string | null {
  const key = findKey(request.headers, ['idempotency-key']);
  if (key === null || key.length <= MAX_IDEMPOTENCY_KEY) return key;
  const detail = `Idempotency-Key must have at most ${MAX_IDEMPOTENCY_KEY} characters.`;
  throw new DomainError('VALIDATION_FAILED', detail);
}

import type { FastifyRequest } from 'fastify';
import { DomainError } from '../errors.ts';

const MAX_LENGTH = 200;

/** What makes a request sent again the same one; null without the header. Throws VALIDATION_FAILED. */
export function getIdempotencyKey(request: FastifyRequest): string | null {
  const key = request.headers['idempotency-key'];
  if (typeof key !== 'string' || key === '') return null;
  if (key.length <= MAX_LENGTH) return key;
  throw new DomainError('VALIDATION_FAILED', `Idempotency-Key has more than ${MAX_LENGTH} characters.`);
}

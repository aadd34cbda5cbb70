import type { FastifyRequest } from 'fastify';
import { DomainError } from '../errors.ts';

const MAX_LENGTH = 200;

/** The `Idempotency-Key` header, or null. Throws VALIDATION_FAILED when it is too long. */
export function getIdempotencyKey(request: FastifyRequest): string | null {
  const key = request.headers['idempotency-key'];
  if (typeof key !== 'string' || key === '') return null;
  if (key.length <= MAX_LENGTH) return key;
  throw new DomainError('VALIDATION_FAILED', `Idempotency-Key must have at most ${MAX_LENGTH} characters.`);
}

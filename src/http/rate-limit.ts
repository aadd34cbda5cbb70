import type { FastifyReply } from 'fastify';
import { DomainError } from '../errors.ts';
import type { RateDecision } from '../infra/rate-limit/rate-limiter.ts';

/** Sets the `RateLimit-*` headers, and `Retry-After` when the limit is exceeded. Null means no limit. */
export function setRateHeaders(reply: FastifyReply, decision: RateDecision | null): void {
  if (decision === null) return;
  reply.header('ratelimit-limit', decision.limit);
  reply.header('ratelimit-remaining', decision.remaining);
  reply.header('ratelimit-reset', decision.resetSeconds);
  if (!decision.allowed) reply.header('retry-after', decision.resetSeconds);
}

/** Sets the headers. Throws RATE_LIMITED when the limit is exceeded. */
export function enforceRate(reply: FastifyReply, decision: RateDecision | null): void {
  setRateHeaders(reply, decision);
  if (decision === null || decision.allowed) return;
  throw new DomainError(
    'RATE_LIMITED',
    `The limit is ${decision.limit} requests per minute. Try again in ${decision.resetSeconds} seconds.`,
    { retryAfterSeconds: decision.resetSeconds },
  );
}

import type { FastifyReply } from 'fastify';
import { DomainError } from '../errors.ts';
import type { RateDecision } from '../infra/rate-limit/rate-limiter.ts';

/** Tells the caller where they stand; on a refusal also when to come back. Null (no limit) says nothing. */
export function setRateHeaders(reply: FastifyReply, decision: RateDecision | null): void {
  if (decision === null) return;
  reply.header('ratelimit-limit', decision.limit);
  reply.header('ratelimit-remaining', decision.remaining);
  reply.header('ratelimit-reset', decision.resetSeconds);
  if (!decision.allowed) reply.header('retry-after', decision.resetSeconds);
}

/** Sets the headers and refuses with 429 when the limit is reached. */
export function enforceRate(reply: FastifyReply, decision: RateDecision | null): void {
  setRateHeaders(reply, decision);
  if (decision === null || decision.allowed) return;
  throw new DomainError(
    'RATE_LIMITED',
    `At most ${decision.limit} requests a minute; try again in ${decision.resetSeconds} seconds.`,
  );
}

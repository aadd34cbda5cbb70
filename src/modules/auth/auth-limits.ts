import type { FastifyReply, FastifyRequest } from 'fastify';
import { DomainError } from '../../errors.ts';
import { rateKeyOfAddress } from '../../http/client-address.ts';
import { enforceRate } from '../../http/rate-limit.ts';
import type { RateLimiter } from '../../infra/rate-limit/rate-limiter.ts';

/** Mails of one kind that an hour of requests sends to one address. */
const MAILS_AN_HOUR = 3;

export type AuthLimits = ReturnType<typeof createAuthLimits>;

/** How often the routes without an access token may be called (decisions, section 7). Each throws RATE_LIMITED. */
export function createAuthLimits(deps: {
  rateLimiter: RateLimiter;
  /** Counts over an hour. */
  mailLimiter: RateLimiter;
  /** 0: no limits. */
  requestsPerMinute: number;
}) {
  const { rateLimiter, mailLimiter, requestsPerMinute: limit } = deps;
  const take = async (reply: FastifyReply, key: string) =>
    enforceRate(reply, await rateLimiter.take(`auth:${key}`, limit));

  return {
    /** Per client address, before the body is read. */
    byAddress: (request: FastifyRequest, reply: FastifyReply) =>
      take(reply, `address:${rateKeyOfAddress(request.ip)}`),

    /** Per e-mail address. */
    byEmail: (reply: FastifyReply, email: string) => take(reply, `email:${email}`),

    /** Per e-mail address, known or not: nobody's mailbox is filled by strangers. Off with the other auth limits. */
    async byMailbox(reply: FastifyReply, kind: string, email: string) {
      if (limit === 0) return;
      const decision = await mailLimiter.take(`mail:${kind}:${email}`, MAILS_AN_HOUR);
      if (decision === null || decision.allowed) return;
      reply.header('retry-after', decision.resetSeconds);
      throw new DomainError(
        'RATE_LIMITED',
        `At most ${MAILS_AN_HOUR} such mails an hour go to one address; look into the mailbox, or come back later.`,
      );
    },
  };
}

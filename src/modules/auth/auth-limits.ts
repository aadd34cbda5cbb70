import type { FastifyReply, FastifyRequest } from 'fastify';
import { DomainError } from '../../errors.ts';
import { rateKeyOfAddress } from '../../http/client-address.ts';
import { enforceRate } from '../../http/rate-limit.ts';
import type { RateLimiter } from '../../infra/rate-limit/rate-limiter.ts';

/** E-mails of one kind per address and hour. */
const MAILS_PER_HOUR = 3;

export type AuthLimits = ReturnType<typeof createAuthLimits>;

/** The rate limits of routes that need no access token. Each function throws RATE_LIMITED. */
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

    /** E-mails per address, known or not, so that a stranger cannot flood a mailbox. Off with the other limits. */
    async byMailbox(kind: string, email: string): Promise<void> {
      if (limit === 0) return;
      const decision = await mailLimiter.take(`mail:${kind}:${email}`, MAILS_PER_HOUR);
      if (decision === null || decision.allowed) return;
      const { resetSeconds: retryAfterSeconds } = decision;
      const minutes = Math.ceil(retryAfterSeconds / 60);
      throw new DomainError(
        'RATE_LIMITED',
        `${MAILS_PER_HOUR} e-mails of this kind were requested for this recipient within an hour. ` +
          'Use the newest one in the mailbox; it may be in the spam folder. ' +
          `You can request another one in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`,
        { retryAfterSeconds },
      );
    },
  };
}

import type { Clock } from '../clock.ts';
import type { RateDecision, RateLimiter } from './rate-limiter.ts';

const MINUTE = 60_000;
/** Keys kept before idle ones are swept out; a bound on memory under many addresses. */
const SWEEP_AT = 10_000;

/**
 * Sliding log: the times of the counted requests of the last window, a minute by default, per key. Exact, so that no
 * burst across the turn of a minute gets through; memory is at most one number a counted request.
 */
export function createMemoryRateLimiter(clock: Clock, windowMs = MINUTE): RateLimiter {
  const logs = new Map<string, number[]>();
  let sweepAt = SWEEP_AT;

  const sweep = (now: number) => {
    for (const [key, times] of logs) {
      if ((times.at(-1) ?? 0) <= now - windowMs) logs.delete(key);
    }
    sweepAt = Math.max(SWEEP_AT, logs.size * 2);
  };

  const take = (key: string, limit: number): RateDecision => {
    const now = clock.now().getTime();
    if (logs.size >= sweepAt) sweep(now);
    const times = logs.get(key) ?? [];
    let expired = 0;
    while (expired < times.length && (times[expired] ?? 0) <= now - windowMs) expired++;
    times.splice(0, expired);
    const allowed = times.length < limit;
    if (allowed) times.push(now);
    logs.set(key, times);
    const oldest = times[0] ?? now;
    return {
      allowed,
      limit,
      remaining: Math.max(0, limit - times.length),
      resetSeconds: Math.max(1, Math.ceil((oldest + windowMs - now) / 1000)),
    };
  };

  return {
    async take(key, limit) {
      return limit === 0 ? null : take(key, limit);
    },
  };
}

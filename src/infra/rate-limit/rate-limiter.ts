/** What a limiter says about one request. Times in whole seconds from now. */
export interface RateDecision {
  allowed: boolean;
  limit: number;
  /** Requests still free in the window. */
  remaining: number;
  /** Until the oldest counted request leaves the window. */
  resetSeconds: number;
}

/**
 * Counts requests per key in any window of one length, 60 seconds if nothing else is said.
 * A refused request is not counted.
 */
export interface RateLimiter {
  /** Counts one request of `key` if `limit` allows it; a limit of 0 means none and answers null. */
  take(key: string, limit: number): Promise<RateDecision | null>;
}

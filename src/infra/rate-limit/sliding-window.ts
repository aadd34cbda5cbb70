/**
 * A sliding-window counter: the requests of the last window are estimated as those of the current fixed window plus the
 * part of the previous one that still overlaps. Times are milliseconds since 1970.
 */
export interface WindowCounts {
  windowStart: number;
  previous: number;
  current: number;
}

interface WindowLimit {
  limit: number;
  windowMs: number;
}

/** Requests that the limit still allows at `now`. The SQL of rate-limiter.ts computes the same. */
export function countFree(counts: WindowCounts, { limit, windowMs }: WindowLimit, now: number): number {
  const { windowStart, previous, current } = counts;
  const elapsed = Math.max(0, now - windowStart);
  return Math.max(0, limit - current - Math.floor((previous * (windowMs - 1 - elapsed)) / windowMs));
}

/** When the limit allows `wanted` requests (at most `limit`), provided that no further one is counted. */
export function whenFree(counts: WindowCounts, { limit, windowMs }: WindowLimit, wanted: number): number {
  const { windowStart, previous, current } = counts;
  /** The first instant of a window at which the previous one weighs no more than `most`. */
  const weighsAtMost = (count: number, most: number) =>
    count === 0 ? 0 : Math.max(0, windowMs - Math.ceil(((most + 1) * windowMs) / count));
  const most = limit - wanted;
  return current <= most
    ? windowStart + weighsAtMost(previous, most - current)
    : windowStart + windowMs + weighsAtMost(current, most);
}

import type { Clock } from '../../src/infra/clock.ts';

/** A clock that a test moves: `clock.time += 60_000`. */
export interface TestClock extends Clock {
  /** Milliseconds since 1970, as `Date.now()`. */
  time: number;
}

/** `start`: an ISO 8601 date-time. */
export function createTestClock(start: string): TestClock {
  const clock = { time: Date.parse(start), now: () => new Date(clock.time) };
  return clock;
}

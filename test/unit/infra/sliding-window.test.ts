import fc from 'fast-check';
import { countFree, type WindowCounts, whenFree } from '../../../src/infra/rate-limit/sliding-window.ts';

const windowMs = 60_000;
const start = 1_000_000;
const minute = { limit: 100, windowMs };

test.each([
  { name: 'nothing before', counts: { previous: 0, current: 40 }, elapsed: 30_000, free: 60 },
  {
    name: 'the previous window still counts almost fully',
    counts: { previous: 100, current: 0 },
    elapsed: 0,
    free: 1,
  },
  { name: 'half of the previous window', counts: { previous: 100, current: 20 }, elapsed: 30_000, free: 31 },
  { name: 'the end of the window', counts: { previous: 100, current: 20 }, elapsed: 59_999, free: 80 },
  { name: 'a limit that was lowered', counts: { previous: 0, current: 500 }, elapsed: 0, free: 0 },
  { name: 'a clock that is behind', counts: { previous: 0, current: 40 }, elapsed: -5_000, free: 60 },
])('the previous window counts by its overlap: $name', ({ counts, elapsed, free }) => {
  expect(countFree({ windowStart: start, ...counts }, minute, start + elapsed)).toBe(free);
});

/** The counts as they are at `now` when no request follows. */
function roll(counts: WindowCounts, now: number): WindowCounts {
  const passed = Math.max(0, Math.floor((now - counts.windowStart) / windowMs));
  if (passed === 0) return counts;
  const windowStart = counts.windowStart + passed * windowMs;
  return { windowStart, previous: passed === 1 ? counts.current : 0, current: 0 };
}

test('whenFree is the first millisecond at which so many requests are allowed', () => {
  const cases = fc.record({
    limit: fc.integer({ min: 1, max: 2_000 }),
    previous: fc.nat(3_000),
    current: fc.nat(3_000),
    wanted: fc.nat(1_999),
  });
  fc.assert(
    fc.property(cases, ({ limit, previous, current, wanted: any }) => {
      const wanted = 1 + (any % limit);
      const counts = { windowStart: start, previous, current };
      const freeAt = (now: number) => countFree(roll(counts, now), { limit, windowMs }, now);
      const at = whenFree(counts, { limit, windowMs }, wanted);
      expect(freeAt(at)).toBeGreaterThanOrEqual(wanted);
      if (at > start) expect(freeAt(at - 1)).toBeLessThan(wanted);
    }),
    { numRuns: 2_000 },
  );
});

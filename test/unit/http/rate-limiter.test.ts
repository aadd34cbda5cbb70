import fc from 'fast-check';
import { createMemoryRateLimiter } from '../../../src/infra/rate-limit/memory-rate-limiter.ts';

const WINDOW = 60_000;

test('no window of 60 seconds ever holds more than the limit, however requests arrive', async () => {
  const gaps = fc.array(fc.oneof(fc.nat(50), fc.nat(5_000), fc.nat(70_000)), { maxLength: 200 });
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 20 }), gaps, async (limit, arrivals) => {
      let time = 1_000_000;
      const limiter = createMemoryRateLimiter({ now: () => new Date(time) });
      const allowed: number[] = [];
      for (const gap of arrivals) {
        time += gap;
        const decision = await limiter.take('account', limit);
        const inWindow = allowed.filter((at) => at > time - WINDOW).length;
        // Neither more than the limit, nor a refusal while there was room.
        expect(decision?.allowed).toBe(inWindow < limit);
        if (decision?.allowed) allowed.push(time);
        expect(decision?.remaining).toBe(limit - Math.min(limit, inWindow + (decision?.allowed ? 1 : 0)));
      }
    }),
  );
});

test('coming back when told to works, and a second earlier does not', async () => {
  let time = 0;
  const limiter = createMemoryRateLimiter({ now: () => new Date(time) });
  await limiter.take('a', 1);
  time = 12_345;
  const refused = await limiter.take('a', 1);
  expect(refused).toEqual({ allowed: false, limit: 1, remaining: 0, resetSeconds: 48 });
  time += 47_000;
  expect((await limiter.take('a', 1))?.allowed).toBe(false);
  time += 1_000;
  expect((await limiter.take('a', 1))?.allowed).toBe(true);
});

test('a limit of 0 is none', async () => {
  const limiter = createMemoryRateLimiter({ now: () => new Date(0) });
  expect(await limiter.take('a', 0)).toBeNull();
});

test('many keys are forgotten once they are idle, and those in use are not', async () => {
  let time = 0;
  const limiter = createMemoryRateLimiter({ now: () => new Date(time) });
  for (let i = 0; i < 12_000; i++) await limiter.take(`idle ${i}`, 1);
  time = 59_000;
  await limiter.take('busy', 1);
  time = 61_000;
  for (let i = 0; i < 12_000; i++) await limiter.take(`later ${i}`, 1);
  expect((await limiter.take('busy', 1))?.allowed).toBe(false);
});

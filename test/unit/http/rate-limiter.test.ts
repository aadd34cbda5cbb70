import fc from 'fast-check';
import type { RateRow, RateStore } from '../../../src/infra/rate-limit/rate-store.ts';
import {
  createSharedRateLimiter,
  type SharedRateLimiter,
} from '../../../src/infra/rate-limit/shared-rate-limiter.ts';

const WINDOW = 60_000;

/** What PostgreSQL does, in memory. `calls` counts the round trips. */
function memoryStore(): RateStore & { calls: number } {
  const rows = new Map<string, RateRow & { wantedUntil: number }>();
  let version = 0;
  const store = {
    calls: 0,
    async replace(key: string, known: string | null, slots: RateRow['slots']) {
      store.calls += 1;
      await Promise.resolve();
      const row = rows.get(key);
      if (row !== undefined && row.version !== known) return { ...row, isReplaced: false };
      const next = { version: String(++version), slots, wantedUntil: row?.wantedUntil ?? 0 };
      rows.set(key, next);
      return { ...next, isReplaced: true };
    },
    async want(key: string, wantedUntil: number) {
      const row = rows.get(key);
      if (row) rows.set(key, { ...row, wantedUntil });
    },
    async findWanted(keys: readonly string[], now: number) {
      return keys.filter((key) => (rows.get(key)?.wantedUntil ?? 0) > now);
    },
  };
  return store;
}

const limiters: SharedRateLimiter[] = [];
afterEach(async () => {
  for (const limiter of limiters.splice(0)) await limiter.close();
});

/** So many processes on one store and one clock. */
function processes(count: number, pause: (ms: number) => Promise<unknown> = async () => {}) {
  const state = { time: 1_000_000 };
  const store = memoryStore();
  const clock = { now: () => new Date(state.time) };
  const made = Array.from({ length: count }, () => createSharedRateLimiter({ store, clock, pause }));
  limiters.push(...made);
  return { state, store, limiters: made };
}

const gaps = fc.array(fc.oneof(fc.nat(50), fc.nat(5_000), fc.nat(70_000)), { maxLength: 150 });

test('a process alone gets its full limit and no more in any 60 seconds, however requests arrive', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 20 }), gaps, async (limit, arrivals) => {
      const { state, limiters: made } = processes(1);
      const allowed: number[] = [];
      for (const gap of arrivals) {
        state.time += gap;
        const inWindow = allowed.filter((at) => at > state.time - WINDOW).length;
        const decision = await made[0]?.take('account', limit);
        expect(decision?.allowed).toBe(inWindow < limit);
        if (decision?.allowed) allowed.push(state.time);
      }
    }),
    { numRuns: 60 },
  );
});

test('several processes together never let more than the limit through in any 60 seconds', async () => {
  const arrivals = fc.array(
    fc.record({ gap: fc.oneof(fc.nat(20), fc.nat(3_000), fc.nat(61_000)), who: fc.nat(2), burst: fc.nat(4) }),
    { maxLength: 120 },
  );
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 30 }), arrivals, async (limit, steps) => {
      const { state, limiters: made } = processes(3);
      const allowed: number[] = [];
      for (const { gap, who, burst } of steps) {
        state.time += gap;
        const asked = [who, ...Array.from({ length: burst }, (_, i) => (who + i) % 3)];
        const answers = await Promise.all(asked.map((index) => made[index]?.take('account', limit)));
        for (const answer of answers) if (answer?.allowed) allowed.push(state.time);
        expect(allowed.filter((at) => at > state.time - WINDOW).length).toBeLessThanOrEqual(limit);
      }
    }),
    { numRuns: 60 },
  );
});

test('slots that idle elsewhere are called back, so that all of the limit can be used anywhere', async () => {
  const real = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
  const { limiters: made } = processes(2, real);
  const [one, two] = made;
  const statuses = [];
  for (let i = 0; i < 50; i++) statuses.push((await one?.take('a', 100))?.allowed);
  for (let i = 0; i < 50; i++) statuses.push((await two?.take('a', 100))?.allowed);
  expect(statuses.filter((allowed) => allowed === true)).toHaveLength(100);
  expect((await one?.take('a', 100))?.allowed).toBe(false);
  expect((await two?.take('a', 100))?.allowed).toBe(false);
});

test('most requests ask nobody, and a flood of refused ones neither', async () => {
  const { store, limiters: made } = processes(1);
  for (let i = 0; i < 1_000; i++) await made[0]?.take('a', 1_000);
  expect(store.calls).toBeLessThan(60);
  const before = store.calls;
  for (let i = 0; i < 1_000; i++) expect((await made[0]?.take('a', 1_000))?.allowed).toBe(false);
  expect(store.calls - before).toBeLessThan(3);
});

test('what a dead process had leased is free again by itself', async () => {
  const { state, limiters: made } = processes(2);
  await made[0]?.take('a', 8);
  state.time += 10_000 + WINDOW;
  const answers = [];
  for (let i = 0; i < 9; i++) answers.push((await made[1]?.take('a', 8))?.allowed);
  expect(answers.filter((allowed) => allowed === true)).toHaveLength(8);
});

test('coming back when told to works, and a second earlier does not', async () => {
  const { state, limiters: made } = processes(1);
  await made[0]?.take('a', 1);
  state.time += 12_345;
  const refused = await made[0]?.take('a', 1);
  expect(refused).toEqual({ allowed: false, limit: 1, remaining: 0, resetSeconds: 48 });
  state.time += 47_000;
  expect((await made[0]?.take('a', 1))?.allowed).toBe(false);
  state.time += 1_000;
  expect((await made[0]?.take('a', 1))?.allowed).toBe(true);
});

test('a store that fails lets nothing through', async () => {
  const store = { ...memoryStore(), replace: async () => Promise.reject(new Error('away')) };
  const limiter = createSharedRateLimiter({ store, clock: { now: () => new Date(0) } });
  limiters.push(limiter);
  await expect(limiter.take('a', 1)).rejects.toThrow('away');
});

test('a limit of 0 is none', async () => {
  expect(await processes(1).limiters[0]?.take('a', 0)).toBeNull();
});

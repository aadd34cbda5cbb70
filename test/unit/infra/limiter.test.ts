import fc from 'fast-check';
import { type AcquireOptions, createLimiter, type LimiterOptions } from '../../../src/infra/limiter.ts';

const busy = (reason: string) => new Error(`busy: ${reason}`);

/** A limiter whose callers record when they start, and that the test releases by name. */
function openLimiter(options: Partial<LimiterOptions>) {
  const limiter = createLimiter({ concurrency: 1, maxQueue: 100, busy, ...options });
  const started: string[] = [];
  const releases = new Map<string, () => void>();
  return {
    limiter,
    started,
    /** The owner of `a1` is `a`. Resolves with the error that the caller got, or null when it has started. */
    async ask(name: string, options?: AcquireOptions): Promise<string | null> {
      try {
        releases.set(name, await limiter.acquire(name.slice(0, 1), options));
        started.push(name);
        return null;
      } catch (error) {
        return (error as Error).message;
      }
    },
    async release(name: string): Promise<void> {
      releases.get(name)?.();
      await settled();
    },
  };
}

/** Every promise that can be settled now is settled. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

/** Asks for all names at once, then releases each caller as soon as the callers that it allows have started. */
async function serveAll(options: Partial<LimiterOptions>, names: readonly string[]): Promise<string[]> {
  const { ask, release, started } = openLimiter(options);
  for (const name of names) void ask(name);
  await settled();
  for (let at = 0; at < names.length; at++) await release(started[at] ?? '');
  return started;
}

describe('one owner', () => {
  test('`concurrency` callers start at once, `maxQueue` wait in order, and the next is rejected at once', async () => {
    const { limiter, ask, release, started } = openLimiter({ concurrency: 2, maxQueue: 2 });
    for (const name of ['a1', 'a2', 'a3', 'a4']) void ask(name);
    expect(await ask('a5')).toBe('busy: owner');
    expect(started).toEqual(['a1', 'a2']);
    expect(limiter.load()).toEqual({ running: 2, waiting: 2 });
    for (const name of ['a2', 'a3', 'a1', 'a4']) await release(name);
    expect(started).toEqual(['a1', 'a2', 'a3', 'a4']);
    expect(limiter.load()).toEqual({ running: 0, waiting: 0 });
  });

  test('a task that fails frees its slot', async () => {
    const limiter = createLimiter({ concurrency: 1, maxQueue: 1, busy });
    const failing = limiter.run('a', async () => {
      throw new Error('failed');
    });
    const waiting = limiter.run('a', async () => 'done');
    await expect(failing).rejects.toThrow('failed');
    expect(await waiting).toBe('done');
  });

  test('releasing a slot twice frees it once', async () => {
    const { ask, release, started } = openLimiter({});
    for (const name of ['a1', 'a2', 'a3']) void ask(name);
    await settled();
    await release('a1');
    await release('a1');
    expect(started).toEqual(['a1', 'a2']);
  });

  test('an urgent caller is served before the others, after earlier urgent ones', async () => {
    const { ask, release, started } = openLimiter({});
    for (const name of ['a1', 'a2', 'a3']) void ask(name);
    for (const name of ['a4', 'a5']) void ask(name, { isUrgent: true });
    await settled();
    for (const name of ['a1', 'a4', 'a5', 'a2']) await release(name);
    expect(started).toEqual(['a1', 'a4', 'a5', 'a2', 'a3']);
  });

  test('a caller that aborts leaves the queue, and one that aborted before never enters it', async () => {
    const { limiter, ask, release, started } = openLimiter({ maxQueue: 1 });
    const abort = new AbortController();
    await ask('a1');
    const waiting = ask('a2', { signal: abort.signal });
    abort.abort(new Error('aborted'));
    expect(await waiting).toBe('aborted');
    expect(await ask('a3', { signal: abort.signal })).toBe('aborted');
    void ask('a4');
    await release('a1');
    expect(started).toEqual(['a1', 'a4']);
    expect(limiter.load()).toEqual({ running: 1, waiting: 0 });
  });

  test('a caller that waits too long is rejected and leaves the queue', async () => {
    const { ask, release } = openLimiter({ maxQueue: 1, timeoutMs: 1 });
    await ask('a1');
    expect(await ask('a2')).toBe('busy: time');
    expect(await ask('a3')).toBe('busy: time');
    await release('a1');
    expect(await ask('a4')).toBeNull();
  });

  test('closing rejects the callers that wait and all later ones', async () => {
    const { limiter, ask } = openLimiter({});
    await ask('a1');
    const waiting = ask('a2');
    limiter.close(new Error('closed'));
    expect(await waiting).toBe('closed');
    expect(await ask('a3')).toBe('closed');
  });
});

describe('several owners', () => {
  test('they alternate, and each has its own order', async () => {
    const served = await serveAll({}, ['a1', 'a2', 'a3', 'b1', 'c1', 'b2']);
    expect(served).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2']);
  });

  test('an owner that comes late into a flood is second at most', async () => {
    const flood = Array.from({ length: 50 }, (_, index) => `a${index}`);
    const served = await serveAll({}, [...flood, 'b0']);
    expect(served.indexOf('b0')).toBeLessThanOrEqual(2);
  });

  test('while another one waits, none gets more than half of the slots, rounded up', async () => {
    const { ask, release, started } = openLimiter({ concurrency: 3 });
    for (const name of ['a1', 'a2', 'a3', 'a4', 'a5', 'b1', 'b2', 'b3']) void ask(name);
    await settled();
    expect(started.splice(0)).toEqual(['a1', 'a2', 'a3']);
    // a holds two of three slots and b none.
    await release('a1');
    expect(started.splice(0)).toEqual(['b1']);
    await release('a2');
    expect(started.splice(0)).toEqual(['a4']);
    await release('a3');
    expect(started.splice(0)).toEqual(['b2']);
    // b holds two of three slots; its third caller waits, although its owner is next.
    await release('a4');
    expect(started.splice(0)).toEqual(['a5']);
    // No other owner waits any more.
    await release('a5');
    expect(started.splice(0)).toEqual(['b3']);
  });

  test('one owner may hold all slots while no other waits, but never more than `perOwner`', async () => {
    const all = openLimiter({ concurrency: 4 });
    for (const name of ['a1', 'a2', 'a3', 'a4']) expect(await all.ask(name)).toBeNull();
    const { ask, release, started } = openLimiter({ concurrency: 4, perOwner: 2 });
    for (const name of ['a1', 'a2', 'a3']) void ask(name);
    await settled();
    expect(started).toEqual(['a1', 'a2']);
    // The owner that waits for its own slots does not halve those of another.
    expect(await ask('b1')).toBeNull();
    expect(await ask('b2')).toBeNull();
    await release('a1');
    expect(started).toEqual(['a1', 'a2', 'b1', 'b2', 'a3']);
  });

  test('each has a bounded queue of its own', async () => {
    const { ask } = openLimiter({ maxQueue: 10, maxQueuePerOwner: 1 });
    await ask('a1');
    void ask('a2');
    expect(await ask('a3')).toBe('busy: owner');
    void ask('b1');
    expect(await ask('b2')).toBe('busy: owner');
  });

  test('when the queue is full, the longest one loses its last caller to a shorter one', async () => {
    const { ask, release, started } = openLimiter({ maxQueue: 3 });
    await ask('a0');
    void ask('a1');
    void ask('a2');
    const last = ask('a3');
    void ask('b1');
    expect(await last).toBe('busy: total');
    // The queues are as equal as they can be.
    expect(await ask('b2')).toBe('busy: total');
    expect(await ask('a4')).toBe('busy: total');
    for (const name of ['a0', 'a1', 'b1']) await release(name);
    expect(started).toEqual(['a0', 'a1', 'b1', 'a2']);
  });

  test('without limits for all, each owner has slots of its own', async () => {
    const own = { concurrency: Number.POSITIVE_INFINITY, perOwner: 1, maxQueuePerOwner: 0 };
    const { limiter, ask, release } = openLimiter(own);
    await ask('a1');
    expect(await ask('a2')).toBe('busy: owner');
    expect(await ask('b1')).toBeNull();
    await release('a1');
    expect(await ask('a3')).toBeNull();
    expect(limiter.load()).toEqual({ running: 2, waiting: 0 });
  });

  test('in any order of arrivals: every caller is served once, and no slot is idle while a caller waits', async () => {
    const owners = fc.constantFrom('a', 'b', 'c', 'd');
    const steps = fc.array(fc.oneof(owners, fc.nat(5)), { maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(steps, fc.integer({ min: 1, max: 5 }), async (steps, concurrency) => {
        const { limiter, ask, release, started } = openLimiter({ concurrency });
        const running: string[] = [];
        let asked = 0;
        const collect = async () => {
          await settled();
          running.push(...started.splice(0));
        };
        let served = 0;
        const releaseAt = async (index: number) => {
          const [name] = running.splice(index % Math.max(1, running.length), 1);
          if (name === undefined) return;
          served += 1;
          await release(name);
        };
        for (const step of steps) {
          if (typeof step === 'number') await releaseAt(step);
          else void ask(`${step}${asked++}`);
          await collect();
          const load = limiter.load();
          expect(load.running).toBe(running.length);
          expect(load.waiting === 0 || load.running === concurrency).toBe(true);
        }
        while (running.length > 0) {
          await releaseAt(0);
          await collect();
        }
        expect(served).toBe(asked);
      }),
      { numRuns: 50 },
    );
  });
});

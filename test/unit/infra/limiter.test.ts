import { createKeyedLimiter, createLimiter } from '../../../src/infra/limiter.ts';

const busy = () => new Error('busy');

/** A task that the test ends. */
function openTask() {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  return { task: () => promise, end: () => resolve('done'), fail: () => reject(new Error('failed')) };
}

describe('limiter', () => {
  test('runs `concurrency` tasks at once, lets `maxQueue` wait in order, and rejects the next at once', async () => {
    const limiter = createLimiter({ concurrency: 2, maxQueue: 2, busy });
    const tasks = Array.from({ length: 4 }, openTask);
    const started: number[] = [];
    const results = tasks.map(({ task }, i) =>
      limiter.run(() => {
        started.push(i);
        return task();
      }),
    );
    await expect(limiter.run(async () => 'never')).rejects.toThrow('busy');
    expect(started).toEqual([0, 1]);
    expect(limiter.load()).toEqual({ running: 2, waiting: 2 });
    tasks[1]?.end();
    await results[1];
    tasks[2]?.end();
    tasks[0]?.end();
    tasks[3]?.end();
    expect(await Promise.all(results)).toEqual(['done', 'done', 'done', 'done']);
    expect(started).toEqual([0, 1, 2, 3]);
    expect(limiter.load()).toEqual({ running: 0, waiting: 0 });
  });

  test('a task that fails frees its slot', async () => {
    const limiter = createLimiter({ concurrency: 1, maxQueue: 1, busy });
    const [first, second] = [openTask(), openTask()];
    const failing = limiter.run(first.task);
    const waiting = limiter.run(second.task);
    first.fail();
    await expect(failing).rejects.toThrow('failed');
    second.end();
    expect(await waiting).toBe('done');
    expect(await limiter.run(async () => 'free')).toBe('free');
  });

  test('releasing a slot twice frees it once', async () => {
    const limiter = createLimiter({ concurrency: 1, maxQueue: 2, busy });
    const release = await limiter.acquire();
    const order: string[] = [];
    const second = limiter.acquire().then(() => order.push('second starts'));
    void limiter.acquire().then(() => order.push('third starts'));
    order.push('first ends');
    release();
    release();
    await second;
    expect(order).toEqual(['first ends', 'second starts']);
  });

  test('a caller that aborts leaves the queue, and one that aborted before never enters it', async () => {
    const limiter = createLimiter({ concurrency: 1, maxQueue: 1, busy });
    const release = await limiter.acquire();
    const abort = new AbortController();
    const waiting = limiter.acquire(abort.signal);
    abort.abort(new Error('aborted'));
    await expect(waiting).rejects.toThrow('aborted');
    await expect(limiter.acquire(abort.signal)).rejects.toThrow('aborted');
    const next = limiter.acquire();
    release();
    expect(await next).toBeInstanceOf(Function);
    expect(limiter.load()).toEqual({ running: 1, waiting: 0 });
  });

  test('a caller that waits too long is rejected and leaves the queue', async () => {
    const limiter = createLimiter({ concurrency: 1, maxQueue: 1, timeoutMs: 1, busy });
    const release = await limiter.acquire();
    await expect(limiter.acquire()).rejects.toThrow('busy');
    await expect(limiter.acquire()).rejects.toThrow('busy');
    release();
    expect(await limiter.acquire()).toBeInstanceOf(Function);
  });

  test('closing rejects the callers that wait and all later ones', async () => {
    const limiter = createLimiter({ concurrency: 1, maxQueue: 1, busy });
    await limiter.acquire();
    const waiting = limiter.acquire();
    limiter.close(new Error('closed'));
    await expect(waiting).rejects.toThrow('closed');
    await expect(limiter.acquire()).rejects.toThrow('closed');
  });
});

test('keys do not share slots, and a key that is idle starts afresh', async () => {
  const limiter = createKeyedLimiter({ concurrency: 1, maxQueue: 0, busy });
  const release = await limiter.acquire('anna');
  await expect(limiter.acquire('anna')).rejects.toThrow('busy');
  expect(await limiter.acquire('bert')).toBeInstanceOf(Function);
  release();
  release();
  expect(await limiter.acquire('anna')).toBeInstanceOf(Function);
  await expect(limiter.acquire('anna')).rejects.toThrow('busy');
});

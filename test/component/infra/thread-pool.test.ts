import { PoolThread } from '../../../src/infra/thread-pool/pool-thread.ts';
import { createThreadPool, type ThreadPoolOptions } from '../../../src/infra/thread-pool/thread-pool.ts';
import type { GatedTask } from '../../support/thread-pool/gated-thread.ts';
import { until } from '../../support/until.ts';

interface TestOptions extends Partial<ThreadPoolOptions<PoolThread>> {
  timeoutMs?: number;
}

/** A pool whose tasks the test ends one by one. */
function openPool({ timeoutMs = 60_000, ...options }: TestOptions = {}) {
  const pool = createThreadPool({
    createThread: () =>
      new PoolThread({
        program: new URL('../../support/thread-pool/gated-thread.ts', import.meta.url),
        name: 'test',
        timeoutMs,
        memory: { maxOldGenerationSizeMb: 32 },
        exceeded: (limit) => new Error(`too much ${limit}`),
        deserializeError: (message) => new TypeError(String(message)),
      }),
    threads: 1,
    maxQueue: 100,
    busy: (reason) => new Error(`busy: ${reason}`),
    ...options,
  });
  const started: string[] = [];
  const gates = new Map<string, Int32Array>();

  /** The owner of `a1` is `a`. Resolves with the name or the error's message. */
  const ask = (
    name: string,
    { signal, endsThread = false }: { signal?: AbortSignal; endsThread?: boolean } = {},
  ) => {
    const gate = new Int32Array(new SharedArrayBuffer(4));
    const task: GatedTask = { kind: 'wait', gate, name };
    gates.set(name, gate);
    return pool
      .run(
        (thread) => {
          started.push(name);
          return thread.run<string>(task, endsThread ? { signal } : {});
        },
        { owner: name.slice(0, 1), signal },
      )
      .catch((error: Error) => error.message);
  };
  const end = (name: string) => {
    const gate = gates.get(name);
    if (gate === undefined) throw new Error(`No task has the name ${name}.`);
    Atomics.store(gate, 0, 1);
    Atomics.notify(gate, 0);
  };
  const run = (task: GatedTask, owner = 'a') => pool.run((thread) => thread.run(task), { owner });
  return { pool, started, ask, end, run, [Symbol.asyncDispose]: () => pool.close() };
}

test('threads start with the first tasks, run one task each, and end when no task comes', async () => {
  let idle = 0;
  await using parts = openPool({ threads: 2, idleMs: 1, onIdle: () => idle++ });
  const { pool, ask, end, started } = parts;
  expect(pool.load()).toEqual({ running: 0, waiting: 0, threads: 0 });
  const tasks = ['a1', 'a2', 'a3'].map((name) => ask(name));
  await until(() => started.length === 2);
  expect(pool.load()).toEqual({ running: 2, waiting: 1, threads: 2 });
  for (const name of ['a1', 'a2', 'a3']) end(name);
  expect(await Promise.all(tasks)).toEqual(['a1', 'a2', 'a3']);
  await until(() => pool.load().threads === 0);
  expect(idle).toBe(1);
});

test('owners alternate', async () => {
  await using parts = openPool();
  const { ask, end, started } = parts;
  const tasks = ['a1', 'a2', 'a3', 'b1', 'b2'].map((name) => ask(name));
  for (const [index] of tasks.entries()) {
    await until(() => started.length === index + 1);
    end(started[index] ?? '');
  }
  await Promise.all(tasks);
  expect(started).toEqual(['a1', 'a2', 'b1', 'a3', 'b2']);
});

test('with prefetching a thread gets its next task early, and each of two owners has half of the threads', async () => {
  await using parts = openPool({ threads: 2, isPrefetching: true });
  const { pool, ask, end, started } = parts;
  expect(pool.width).toBe(4);
  const tasks = ['a1', 'a2', 'a3', 'a4', 'a5', 'b1', 'b2', 'b3'].map((name) => ask(name));
  await until(() => started.length === 4);
  expect(pool.load()).toEqual({ running: 4, waiting: 4, threads: 2 });
  expect(started).toEqual(['a1', 'a2', 'b1', 'a3']);
  // From now on one thread works for a and the other one for b.
  end('a1');
  await until(() => started.length === 5);
  end('a2');
  await until(() => started.length === 6);
  expect(started.slice(4)).toEqual(['b2', 'a4']);
  for (const name of ['a3', 'a4', 'a5', 'b1', 'b2', 'b3']) end(name);
  await Promise.all(tasks);
});

test('a waiting task leaves when it is aborted; a running one continues unless it ends its thread', async () => {
  await using parts = openPool();
  const { pool, ask, end, started } = parts;
  const [running, waiting] = [new AbortController(), new AbortController()];
  const first = ask('a1', { signal: running.signal });
  const second = ask('a2', { signal: waiting.signal });
  await until(() => started.length === 1);
  waiting.abort(new Error('not needed'));
  expect(await second).toBe('not needed');
  expect(pool.load()).toMatchObject({ running: 1, waiting: 0 });
  running.abort(new Error('not needed'));
  end('a1');
  expect(await first).toBe('a1');

  const ending = new AbortController();
  const third = ask('a3', { signal: ending.signal, endsThread: true });
  const fourth = ask('a4');
  await until(() => started.at(-1) === 'a3');
  ending.abort(new Error('not needed'));
  expect(await third).toBe('not needed');
  end('a4');
  expect(await fourth).toBe('a4');
});

test('a task that takes too long fails and ends its thread; a prefetched one runs on another thread', async () => {
  await using parts = openPool({ isPrefetching: true, timeoutMs: 1 });
  const { ask, end, started } = parts;
  const slow = ask('a1');
  const next = ask('b1');
  end('b1');
  expect(await slow).toBe('too much time');
  expect(['b1', 'too much time']).toContain(await next);
  expect(started).toEqual(['a1', 'b1', 'b1']);
});

test('a task that takes too much memory, or ends its thread, fails; the next one gets a new thread', async () => {
  await using parts = openPool();
  const { run, ask, end } = parts;
  await expect(run({ kind: 'fill memory' })).rejects.toThrow('too much memory');
  await expect(run({ kind: 'exit' })).rejects.toThrow('A thread "test" ended.');
  const next = ask('a1');
  end('a1');
  expect(await next).toBe('a1');
});

test('errors are restored', async () => {
  await using parts = openPool();
  await expect(parts.run({ kind: 'fail', message: 'no such thing' })).rejects.toThrow(
    new TypeError('no such thing'),
  );
});

test('the queue is bounded, and closing rejects the tasks that wait', async () => {
  const { pool, ask } = openPool({ maxQueuePerOwner: 1 });
  const running = ask('a1');
  const waiting = ask('a2');
  expect(await ask('a3')).toBe('busy: owner');
  await pool.close();
  expect(await Promise.all([running, waiting])).toEqual([
    'The service is stopping.',
    'The service is stopping.',
  ]);
});

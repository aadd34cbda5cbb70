import { createWorkQueue } from '../../../src/modules/auth/work-queue.ts';

/** A task that ends when told to. */
function gate() {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  return { task: () => promise, open: () => resolve('done'), fail: () => reject(new Error('failed')) };
}

test('so many run at once, so many wait, the next is turned away at once', async () => {
  const run = createWorkQueue({ concurrency: 2, waiting: 1 });
  const gates = [gate(), gate(), gate()];
  const started: number[] = [];
  const results = gates.map(({ task }, i) =>
    run(() => {
      started.push(i);
      return task();
    }),
  );
  await expect(run(async () => 'never')).rejects.toMatchObject({ code: 'BUSY' });
  expect(started).toEqual([0, 1]);
  gates[1]?.open();
  await results[1];
  gates[2]?.open();
  await results[2];
  expect(started).toEqual([0, 1, 2]);
  gates[0]?.open();
  expect(await Promise.all(results)).toEqual(['done', 'done', 'done']);
});

test('a task that fails makes room for the next', async () => {
  const run = createWorkQueue({ concurrency: 1, waiting: 1 });
  const [first, second] = [gate(), gate()];
  const failing = run(first.task);
  const waiting = run(second.task);
  first.fail();
  await expect(failing).rejects.toThrow('failed');
  second.open();
  expect(await waiting).toBe('done');
  expect(await run(async () => 'free again')).toBe('free again');
});

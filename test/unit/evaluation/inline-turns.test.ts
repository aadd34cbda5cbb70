import { createInlineTurns } from '../../../src/evaluation/inline-turns.ts';

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

test('jobs run at once until the steps of the turn are spent; the rest waits for the next turn', async () => {
  const turns = createInlineTurns(100);
  const done: number[] = [];
  const jobs = [1, 2, 3, 4].map((job) =>
    turns.run('a', () => {
      done.push(job);
      return { steps: 60, output: job };
    }),
  );
  let seen: number[] = [];
  setImmediate(() => {
    seen = [...done];
  });
  await nextTurn();
  expect(seen).toEqual([1, 2]);
  expect(await Promise.all(jobs)).toEqual([1, 2, 3, 4]);
});

test('owners alternate while they wait', async () => {
  const turns = createInlineTurns(1);
  const order: string[] = [];
  const job = (owner: string) =>
    turns.run(owner, () => {
      order.push(owner);
      return { steps: 1, output: null };
    });
  await Promise.all([job('a'), job('a'), job('a'), job('a'), job('b'), job('b')]);
  expect(order).toEqual(['a', 'a', 'b', 'a', 'b', 'a']);
});

test('a job that throws gives its turn to the next one', async () => {
  const turns = createInlineTurns(1);
  const failed = turns.run('a', () => {
    throw new Error('no');
  });
  const next = turns.run('b', () => ({ steps: 1, output: 'done' }));
  await expect(failed).rejects.toThrow('no');
  expect(await next).toBe('done');
});

test('a job that is aborted while it waits does not run', async () => {
  const turns = createInlineTurns(1);
  const abort = new AbortController();
  const first = turns.run('a', () => ({ steps: 1, output: null }));
  const second = turns.run('a', () => ({ steps: 1, output: null }), abort.signal);
  abort.abort(new Error('the client is gone'));
  await first;
  await expect(second).rejects.toThrow('the client is gone');
});

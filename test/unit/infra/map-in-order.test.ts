import { mapInOrder } from '../../../src/infra/map-in-order.ts';

async function* numbers(count: number, onEnd = () => {}) {
  try {
    for (let n = 0; n < count; n += 1) yield n;
  } finally {
    onEnd();
  }
}

test('results come in the order of the items, in whatever order the work ends', async () => {
  const gates = Array.from({ length: 4 }, () => Promise.withResolvers<void>());
  const results = mapInOrder(numbers(4), 4, async (n) => {
    await gates[n]?.promise;
    return n;
  });
  const all = Array.fromAsync(results);
  for (const gate of gates.toReversed()) gate.resolve();
  expect(await all).toEqual([0, 1, 2, 3]);
});

test('at most `concurrency` items are in work at once', async () => {
  let running = 0;
  let most = 0;
  const results = mapInOrder(numbers(20), 3, async () => {
    running += 1;
    most = Math.max(most, running);
    await new Promise(setImmediate);
    running -= 1;
  });
  await Array.fromAsync(results);
  expect(most).toBe(3);
});

test('a failure ends the iteration and the source', async () => {
  let ended = false;
  const results = mapInOrder(
    numbers(100, () => {
      ended = true;
    }),
    2,
    async (n) => {
      if (n === 5) throw new Error('five');
      return n;
    },
  );
  await expect(Array.fromAsync(results)).rejects.toThrow('five');
  expect(ended).toBe(true);
});

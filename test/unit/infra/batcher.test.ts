import { createBatcher } from '../../../src/infra/batcher.ts';

/** Batches as they are handed over, each answered by hand. */
function openWork() {
  const batches: { items: readonly string[]; answer: () => void; fail: (error: Error) => void }[] = [];
  const work = (items: readonly string[]) =>
    new Promise<string[]>((resolve, reject) => {
      batches.push({ items, answer: () => resolve(items.map((item) => `${item}!`)), fail: reject });
    });
  return { batches, work };
}

const weigh = (item: string) => item.length;
const settled = () => new Promise((resolve) => setImmediate(resolve));

test('the first item goes at once, those that arrive meanwhile go together and in order', async () => {
  const { batches, work } = openWork();
  const add = createBatcher({ work, weigh, concurrency: 1, maxItems: 10, maxWeight: 100 });
  const results = Promise.all(['a', 'b', 'c'].map(add));
  expect(batches.map(({ items }) => items)).toEqual([['a']]);
  batches[0]?.answer();
  await settled();
  expect(batches.map(({ items }) => items)).toEqual([['a'], ['b', 'c']]);
  batches[1]?.answer();
  expect(await results).toEqual(['a!', 'b!', 'c!']);
});

test('no more batches are under way than allowed, and none is larger than allowed', async () => {
  const { batches, work } = openWork();
  const add = createBatcher({ work, weigh, concurrency: 2, maxItems: 2, maxWeight: 100 });
  const results = Promise.all(['a', 'b', 'c', 'd', 'e'].map(add));
  expect(batches).toHaveLength(2);
  batches[1]?.answer();
  await settled();
  expect(batches.map(({ items }) => items)).toEqual([['a'], ['b'], ['c', 'd']]);
  batches[0]?.answer();
  batches[2]?.answer();
  await settled();
  batches[3]?.answer();
  expect(await results).toEqual(['a!', 'b!', 'c!', 'd!', 'e!']);
});

test('a heavy item goes alone, and light ones are not kept behind for ever', async () => {
  const { batches, work } = openWork();
  const add = createBatcher({ work, weigh, concurrency: 1, maxItems: 10, maxWeight: 3 });
  const results = Promise.all(['x', 'heavy', 'a', 'b'].map(add));
  for (let i = 0; i < 3; i++) {
    batches[i]?.answer();
    await settled();
  }
  expect(batches.map(({ items }) => items)).toEqual([['x'], ['heavy'], ['a', 'b']]);
  expect(await results).toHaveLength(4);
});

test('one item that fails fails alone; the others of its batch are stored', async () => {
  const work = async (items: readonly string[]) => {
    if (items.includes('bad')) throw new Error('refused');
    return items.map((item) => `${item}!`);
  };
  const add = createBatcher({ work, weigh, concurrency: 1, maxItems: 10, maxWeight: 100 });
  const results = await Promise.allSettled(['first', 'good', 'bad', 'fine'].map(add));
  expect(
    results.map((result) => (result.status === 'fulfilled' ? result.value : String(result.reason))),
  ).toEqual(['first!', 'good!', 'Error: refused', 'fine!']);
});

test('work that loses an item is an error, never a wrong answer', async () => {
  const add = createBatcher({ work: async () => [], weigh, concurrency: 1, maxItems: 10, maxWeight: 100 });
  await expect(add('a')).rejects.toThrow('another number of results');
});

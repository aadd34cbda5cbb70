import { createBatcher } from '../../../src/infra/batcher.ts';
import { until } from '../../support/until.ts';

/** Batches as they are handed over, each answered by hand. */
function openWork() {
  const batches: { items: readonly string[]; answer: () => void; fail: (error: Error) => void }[] = [];
  const work = (items: readonly string[]) =>
    new Promise<string[]>((resolve, reject) => {
      batches.push({ items, answer: () => resolve(items.map((item) => `${item}!`)), fail: reject });
    });
  return { batches, work };
}

const usual = { weigh: (item: string) => item.length, inHalves: true };
const settled = () => new Promise((resolve) => setImmediate(resolve));

test('what arrives in one turn goes together, what arrives meanwhile with the next batch, in order', async () => {
  const { batches, work } = openWork();
  const add = createBatcher({ work, ...usual, concurrency: 1, maxItems: 10, maxWeight: 100 });
  const first = ['a', 'b'].map(add);
  await settled();
  const later = ['c', 'd'].map(add);
  await settled();
  expect(batches.map(({ items }) => items)).toEqual([['a', 'b']]);
  batches[0]?.answer();
  await settled();
  expect(batches.map(({ items }) => items)).toEqual([
    ['a', 'b'],
    ['c', 'd'],
  ]);
  batches[1]?.answer();
  expect(await Promise.all([...first, ...later])).toEqual(['a!', 'b!', 'c!', 'd!']);
});

test('no batch is larger than allowed', async () => {
  const { batches, work } = openWork();
  const add = createBatcher({ work, ...usual, concurrency: 1, maxItems: 2, maxWeight: 100 });
  const results = Promise.all(['a', 'b', 'c', 'd', 'e'].map(add));
  for (let i = 0; i < 3; i++) {
    await settled();
    batches[i]?.answer();
  }
  expect(await results).toEqual(['a!', 'b!', 'c!', 'd!', 'e!']);
  expect(batches.map(({ items }) => items)).toEqual([['a', 'b'], ['c', 'd'], ['e']]);
});

/** The sizes of batches while 32 senders come again as soon as they are answered. */
async function sizesOfReturning({ inHalves, rounds }: { inHalves: boolean; rounds: number }) {
  const { batches, work } = openWork();
  const add = createBatcher({ work, ...usual, inHalves, concurrency: 1, maxItems: 64, maxWeight: 1000 });
  const send = () => void add('a');
  for (let sender = 0; sender < 32; sender++) send();
  for (let i = 0; i < rounds; i++) {
    await settled();
    const { items = [], answer } = batches[i] ?? {};
    answer?.();
    await settled();
    for (const _ of items) send();
  }
  return batches.map(({ items }) => items.length);
}

test('senders who come again as soon as they are answered end up in two halves that take turns', async () => {
  const sizes = (await sizesOfReturning({ inHalves: true, rounds: 20 })).slice(10);
  expect(sizes).toEqual(sizes.map(() => 16));
});

test('senders of quick work stay together', async () => {
  expect(await sizesOfReturning({ inHalves: false, rounds: 5 })).toEqual([32, 32, 32, 32, 32]);
});

test('a burst that does not come again goes in two batches, and a few go in one', async () => {
  const { batches, work } = openWork();
  const add = createBatcher({ work, ...usual, concurrency: 1, maxItems: 64, maxWeight: 1000 });
  for (const count of [8, 40]) {
    const results = Promise.all(Array.from({ length: count }, () => add('a')));
    for (let i = 0; i < 5; i++) {
      await settled();
      for (const { answer } of batches) answer();
    }
    await results;
  }
  expect(batches.map(({ items }) => items.length)).toEqual([8, 24, 16]);
});

test('a batch that hangs holds nobody up for long, and no more than allowed go beside it', async () => {
  const { batches, work } = openWork();
  const add = createBatcher({ work, ...usual, concurrency: 2, maxItems: 10, maxWeight: 100 });
  const hanging = add('hanging');
  await settled();
  const beside = add('beside');
  await until(() => batches.length === 2);
  const third = add('third');
  batches[1]?.answer();
  expect(await beside).toBe('beside!');
  await until(() => batches.length === 3);
  batches[2]?.answer();
  expect(await third).toBe('third!');
  batches[0]?.answer();
  expect(await hanging).toBe('hanging!');
});

test('a heavy item goes alone, and light ones are not kept behind for ever', async () => {
  const { batches, work } = openWork();
  const add = createBatcher({ work, ...usual, concurrency: 1, maxItems: 10, maxWeight: 3 });
  const results = Promise.all(['x', 'heavy', 'a', 'b'].map(add));
  for (let i = 0; i < 3; i++) {
    await settled();
    batches[i]?.answer();
  }
  expect(batches.map(({ items }) => items)).toEqual([['x'], ['heavy'], ['a', 'b']]);
  expect(await results).toHaveLength(4);
});

test('one item that fails fails alone; the others of its batch are stored', async () => {
  const work = async (items: readonly string[]) => {
    if (items.includes('bad')) throw new Error('refused');
    return items.map((item) => `${item}!`);
  };
  const add = createBatcher({ work, ...usual, concurrency: 1, maxItems: 10, maxWeight: 100 });
  const results = await Promise.allSettled(['first', 'good', 'bad', 'fine'].map(add));
  expect(
    results.map((result) => (result.status === 'fulfilled' ? result.value : String(result.reason))),
  ).toEqual(['first!', 'good!', 'Error: refused', 'fine!']);
});

test('work that loses an item is an error, never a wrong answer', async () => {
  const add = createBatcher({ work: async () => [], ...usual, concurrency: 1, maxItems: 10, maxWeight: 100 });
  await expect(add('a')).rejects.toThrow('another number of results');
});

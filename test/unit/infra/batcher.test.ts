import { createBatcher } from '../../../src/infra/batcher.ts';
import { until } from '../../support/until.ts';

/** Records batches; the test completes each by hand. */
function openWork() {
  const batches: { items: readonly string[]; complete: () => void; fail: (error: Error) => void }[] = [];
  const work = (items: readonly string[]) =>
    new Promise<string[]>((resolve, reject) => {
      batches.push({ items, complete: () => resolve(items.map((item) => `${item}!`)), fail: reject });
    });
  return { batches, work };
}

const usual = { weigh: (item: string) => item.length };
const settled = () => new Promise((resolve) => setImmediate(resolve));

test('items of one turn form a batch, items that arrive while it runs form the next one, in order', async () => {
  const { batches, work } = openWork();
  const add = createBatcher({ work, ...usual, concurrency: 1, maxItems: 10, maxWeight: 100 });
  const first = ['a', 'b'].map(add);
  await settled();
  const later = ['c', 'd'].map(add);
  await settled();
  expect(batches.map(({ items }) => items)).toEqual([['a', 'b']]);
  batches[0]?.complete();
  await settled();
  expect(batches.map(({ items }) => items)).toEqual([
    ['a', 'b'],
    ['c', 'd'],
  ]);
  batches[1]?.complete();
  expect(await Promise.all([...first, ...later])).toEqual(['a!', 'b!', 'c!', 'd!']);
});

test('no batch is larger than allowed', async () => {
  const { batches, work } = openWork();
  const add = createBatcher({ work, ...usual, concurrency: 1, maxItems: 2, maxWeight: 100 });
  const results = Promise.all(['a', 'b', 'c', 'd', 'e'].map(add));
  for (let i = 0; i < 3; i++) {
    await settled();
    batches[i]?.complete();
  }
  expect(await results).toEqual(['a!', 'b!', 'c!', 'd!', 'e!']);
  expect(batches.map(({ items }) => items)).toEqual([['a', 'b'], ['c', 'd'], ['e']]);
});

test('a batch that hangs delays later items only briefly, and no more batches run than allowed', async () => {
  const { batches, work } = openWork();
  const add = createBatcher({ work, ...usual, concurrency: 2, maxItems: 10, maxWeight: 100 });
  const hanging = add('hanging');
  await settled();
  const beside = add('beside');
  await until(() => batches.length === 2);
  const third = add('third');
  batches[1]?.complete();
  expect(await beside).toBe('beside!');
  await until(() => batches.length === 3);
  batches[2]?.complete();
  expect(await third).toBe('third!');
  batches[0]?.complete();
  expect(await hanging).toBe('hanging!');
});

test('an item that weighs too much forms a batch of its own, and light ones are not delayed for ever', async () => {
  const { batches, work } = openWork();
  const add = createBatcher({ work, ...usual, concurrency: 1, maxItems: 10, maxWeight: 3 });
  const results = Promise.all(['x', 'heavy', 'a', 'b'].map(add));
  for (let i = 0; i < 3; i++) {
    await settled();
    batches[i]?.complete();
  }
  expect(batches.map(({ items }) => items)).toEqual([['x'], ['heavy'], ['a', 'b']]);
  expect(await results).toHaveLength(4);
});

test('one item that fails does not fail the others of its batch', async () => {
  const work = async (items: readonly string[]) => {
    if (items.includes('bad')) throw new Error('bad item');
    return items.map((item) => `${item}!`);
  };
  const add = createBatcher({ work, ...usual, concurrency: 1, maxItems: 10, maxWeight: 100 });
  const results = await Promise.allSettled(['first', 'good', 'bad', 'fine'].map(add));
  expect(
    results.map((result) => (result.status === 'fulfilled' ? result.value : String(result.reason))),
  ).toEqual(['first!', 'good!', 'Error: bad item', 'fine!']);
});

test('work that returns too few results is an error, never a wrong result', async () => {
  const add = createBatcher({ work: async () => [], ...usual, concurrency: 1, maxItems: 10, maxWeight: 100 });
  await expect(add('a')).rejects.toThrow('returned 0 results');
});

import { inBatches } from '../../../workflows/concurrency.ts';

test('the next batch begins when the one before is done, well or not, and each item has its own result', async () => {
  const begun: number[] = [];
  const ends = new Map<number, (fails: boolean) => void>();
  const work = (item: number) =>
    new Promise<string>((resolve, reject) => {
      begun.push(item);
      ends.set(item, (fails) => (fails ? reject(new Error(`${item}`)) : resolve(`${item}`)));
    });
  const settled = Promise.allSettled(inBatches([1, 2, 3, 4, 5], 2, work));
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  await turn();
  expect(begun).toEqual([1, 2]);
  ends.get(2)?.(true);
  await turn();
  expect(begun).toEqual([1, 2]);
  ends.get(1)?.(false);
  await turn();
  expect(begun).toEqual([1, 2, 3, 4]);
  for (const item of [3, 4]) ends.get(item)?.(false);
  await turn();
  ends.get(5)?.(false);
  const ended = await settled;
  expect(ended.map(({ status }) => status === 'fulfilled')).toEqual([true, false, true, true, true]);
});

test('no items give no results', () => {
  expect(inBatches([], 3, async () => 1)).toEqual([]);
});

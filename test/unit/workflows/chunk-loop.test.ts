import { chunkLoop } from '../../../workflows/chunk-loop.ts';

const MB = 1024 * 1024;
const chunksOf = (count: number, nodes: number, charactersPerInput: readonly number[]) =>
  chunkLoop({ loopId: 'loop', count, graphNodes: nodes + 2, nodes, charactersPerInput });

test('chunks have all items once, in their order', () => {
  const chunks = chunksOf(10_000, 3, [10, 10, 10]);
  let next = 0;
  for (const { from, count } of chunks) {
    expect(from).toBe(next);
    next += count;
  }
  expect(next).toBe(10_000);
});

test('a chunk runs at most 1,000 nodes', () => {
  expect(chunksOf(1_000, 3, []).map(({ count }) => count)).toEqual([333, 333, 333, 1]);
});

test('a chunk takes at most 8 MiB of inputs, but at least one item', () => {
  expect(chunksOf(5, 2, [2 * MB, 2 * MB]).map(({ count }) => count)).toEqual([2, 2, 1]);
  expect(chunksOf(3, 1, [9 * MB]).map(({ count }) => count)).toEqual([1, 1, 1]);
});

test('all chunks together have at most 96 open activities, and each has at least one', () => {
  const openOf = (count: number) => chunksOf(count, 1_000, []).map(({ maxActivities }) => maxActivities);
  for (const most of openOf(48)) expect(most).toBeLessThanOrEqual(2);
  expect(new Set(openOf(97))).toEqual(new Set([1]));
});

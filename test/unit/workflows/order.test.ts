import fc from 'fast-check';
import { findCyclic, groupEdges, reachableFrom, topologicalOrder } from '../../../workflows/graph/order.ts';

const links = (ids: string, ...edges: string[]) => ({
  ids: [...ids],
  edges: edges.map((edge) => ({ source: edge[0] ?? '', target: edge[1] ?? '' })),
});

test('every edge leads forward, otherwise nodes and edges keep the order of their lists', () => {
  expect(topologicalOrder(links('dcba', 'ab', 'bd', 'ac', 'cd')).order.join('')).toBe('abcd');
});

test('nodes on a cycle or below one are left over', () => {
  expect(topologicalOrder(links('abcd', 'ab', 'bc', 'cb', 'cd'))).toEqual({
    order: ['a'],
    rest: ['b', 'c', 'd'],
  });
});

test('only nodes on a cycle count as cyclic', () => {
  expect(findCyclic(links('abcd', 'ab', 'bc', 'cb', 'cd'))).toEqual(['b', 'c']);
  expect(findCyclic(links('ab', 'aa', 'ab'))).toEqual(['a']);
  expect(findCyclic(links('abc', 'ab', 'bc'))).toEqual([]);
});

test('reachable is the start and everything below it', () => {
  expect([...reachableFrom(['a'], groupEdges(links('abcd', 'ab', 'bc', 'dc').edges, 'source'))]).toEqual([
    'a',
    'b',
    'c',
  ]);
});

test('any graph is ordered without hanging; with edges that lead forward nothing is left over', () => {
  const pair = fc.tuple(fc.nat(30), fc.nat(30));
  fc.assert(
    fc.property(fc.array(pair), (pairs) => {
      const ids = Array.from({ length: 31 }, (_, index) => String(index));
      const edges = pairs.map(([a, b]) => ({ source: String(a), target: String(b) }));
      const { order, rest } = topologicalOrder({ ids, edges });
      expect(new Set([...order, ...rest])).toEqual(new Set(ids));
      const forward = edges.filter(({ source, target }) => Number(source) < Number(target));
      const sorted = topologicalOrder({ ids, edges: forward });
      expect(sorted.rest).toEqual([]);
      const position = new Map(sorted.order.map((id, index) => [id, index]));
      for (const { source, target } of forward) {
        expect(position.get(source)).toBeLessThan(position.get(target) ?? -1);
      }
    }),
  );
});

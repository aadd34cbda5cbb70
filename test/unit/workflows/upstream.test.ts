import { groupEdges } from '../../../workflows/graph/order.ts';
import { upstreamOf } from '../../../workflows/graph/upstream.ts';

const edges = (...pairs: string[]) =>
  pairs.map((pair, index) => ({
    id: `e${index}`,
    source: pair[0] ?? '',
    target: pair[1] ?? '',
    sourceHandle: null,
  }));

test.each([
  ['a chain: the nearest last', edges('ab', 'bc', 'cd'), 'd', 'abc'],
  ['a join: the order of the edges, later last', edges('tx', 'ty', 'xd', 'yd'), 'd', 'txy'],
  ['a join the other way round', edges('tx', 'ty', 'yd', 'xd'), 'd', 'tyx'],
  ['a short and a long branch: the short one is nearer', edges('tx', 'xy', 'yd', 'td'), 'd', 'xyt'],
  ['a node counts once, at its shortest distance', edges('ta', 'ab', 'bd', 'ad'), 'd', 'tba'],
  ['two edges between the same nodes', edges('ab', 'ab'), 'b', 'a'],
  ['nothing above', edges('ab'), 'a', ''],
])('%s', (_name, taken, node, order) => {
  const incoming = groupEdges(taken, 'target');
  expect(upstreamOf(node, (id) => incoming.get(id) ?? []).join('')).toBe(order);
});

import fc from 'fast-check';
import { advance } from '../../../workflows/advance.ts';
import { groupEdges, topologicalOrder } from '../../../workflows/graph/order.ts';
import { createPass, partOf, stateOf } from '../../../workflows/graph-part.ts';
import { type RandomGraph, randomGraph, referenceEndings } from '../../support/workflows/random-graphs.ts';

const base = {
  runId: 'r',
  eventId: 'e',
  workflowId: 'w',
  accountId: 'u',
  graphVersion: 1,
  payload: '{}',
  templatePins: {},
};

/** Runs a graph step by step; of the nodes that are ready, `choose` decides which one ends next. */
function endingsOf({ nodes, edges, failing, choices }: RandomGraph, choose: readonly number[]) {
  const ids = topologicalOrder({ ids: nodes.map(({ id }) => id), edges }).order;
  const part = partOf(
    base,
    {
      edges,
      order: ids.flatMap((id) => nodes.filter((node) => node.id === id)),
      positions: new Map(ids.map((id, position) => [id, position])),
      incoming: groupEdges(edges, 'target'),
      loopOf: new Map(),
    },
    null,
  );
  const pass = createPass(part, null);
  const runs: string[] = [];
  for (let { ready } = advance(part, pass); ready.length > 0; { ready } = advance(part, pass)) {
    const node = ready[(choose[runs.length % choose.length] ?? 0) % ready.length];
    if (node === undefined) break;
    runs.push(node.id);
    const { id } = node;
    const control = choices.get(id) ?? '';
    Object.assign(stateOf(pass, id), { status: failing.has(id) ? 'FAILED' : 'COMPLETED', control });
  }
  const endings = Object.fromEntries([...pass.states].map(([id, { status }]) => [id, status]));
  return { endings, runs };
}

test('1,000 random graphs end as the plain interpreter says, each node once, in whatever order nodes finish', () => {
  fc.assert(
    fc.property(randomGraph(30), fc.array(fc.nat(20), { minLength: 1, maxLength: 7 }), (graph, choose) => {
      const { endings, runs } = endingsOf(graph, choose);
      expect(endings).toEqual(referenceEndings(graph));
      expect(new Set(runs).size).toBe(runs.length);
    }),
    { numRuns: 1_000 },
  );
});

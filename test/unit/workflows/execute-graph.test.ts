import fc from 'fast-check';
import { executeGraph } from '../../../workflows/execute-graph.ts';
import type { Settled } from '../../../workflows/graph/join.ts';
import { topologicalOrder } from '../../../workflows/graph/order.ts';
import { type RandomGraph, randomGraph, referenceEndings } from '../../support/workflows/random-graphs.ts';

/** Runs a graph without an engine; nodes take turns in an order that `turns` decides. */
async function endingsOf(
  { nodes, edges, failing, choices }: RandomGraph,
  turns: readonly number[],
): Promise<{ endings: Record<string, string>; runs: string[] }> {
  const { order } = topologicalOrder({ ids: nodes.map(({ id }) => id), edges });
  const runs: string[] = [];
  const settled = executeGraph({
    order: order.flatMap((id) => nodes.filter((node) => node.id === id)),
    edges,
    async settle({ id, type }, join): Promise<Settled> {
      if (!join.run) return { id, status: 'SKIPPED', failedBecauseOf: join.failedBecauseOf, branch: null };
      runs.push(id);
      for (let turn = turns[runs.length % turns.length] ?? 0; turn > 0; turn--) await Promise.resolve();
      if (failing.has(id)) return { id, status: 'FAILED', failedBecauseOf: id, branch: null };
      const branch = type === 'ifElseNode' ? (choices.get(id) ?? null) : null;
      return { id, status: 'COMPLETED', failedBecauseOf: null, branch };
    },
  });
  const ended = await Promise.all(settled.values());
  return { endings: Object.fromEntries(ended.map(({ id, status }) => [id, status])), runs };
}

test('1,000 random graphs end as the plain interpreter says, each node once, in whatever order nodes finish', async () => {
  await fc.assert(
    fc.asyncProperty(
      randomGraph(30),
      fc.array(fc.nat(20), { minLength: 1, maxLength: 7 }),
      async (graph, turns) => {
        const { endings, runs } = await endingsOf(graph, turns);
        expect(endings).toEqual(referenceEndings(graph));
        expect(new Set(runs).size).toBe(runs.length);
      },
    ),
    { numRuns: 1_000 },
  );
});

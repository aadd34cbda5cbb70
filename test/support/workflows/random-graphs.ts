import fc from 'fast-check';
import type { GraphEdge } from '../../../workflows/graph/types.ts';
import type { GraphNode } from '../../../workflows/validation/valid-graph.ts';

/** A graph of any shape with how each of its nodes will end. */
export interface RandomGraph {
  nodes: GraphNode[];
  edges: GraphEdge[];
  /** Nodes that fail when they run. */
  failing: ReadonlySet<string>;
  /** The branch an ifElseNode chooses when it runs. */
  choices: ReadonlyMap<string, string>;
}

/** Graphs of up to `most` nodes below a trigger; every node is reachable, no edges form a circle. */
export function randomGraph(most: number): fc.Arbitrary<RandomGraph> {
  const node = fc.record({
    type: fc.constantFrom('composeNode', 'composeNode', 'ifElseNode'),
    fails: fc.nat(9).map((n) => n === 0),
    choice: fc.constantFrom('true', 'false'),
    above: fc.array(fc.record({ at: fc.nat(), handle: fc.constantFrom('true', 'false') }), {
      minLength: 1,
      maxLength: 3,
    }),
  });
  return fc.array(node, { minLength: 1, maxLength: most }).map((parts) => {
    const nodes: GraphNode[] = [{ id: 'start', type: 'webhookTrigger', data: {} }];
    const edges: GraphEdge[] = [];
    for (const [index, { type, fails, choice, above }] of parts.entries()) {
      const id = `n${index}`;
      for (const { at, handle } of above) {
        const source = nodes[at % nodes.length];
        if (source === undefined) continue;
        const sourceHandle = source.type === 'ifElseNode' ? handle : null;
        edges.push({ id: `e${edges.length}`, source: source.id, target: id, sourceHandle });
      }
      nodes.push({ id, type: type as GraphNode['type'], data: dataOf(type, { id, fails, choice }) });
    }
    const failing = parts.flatMap(({ fails, type }, index) =>
      fails && type === 'composeNode' ? [`n${index}`] : [],
    );
    const choices = parts.map(({ choice }, index) => [`n${index}`, choice] as const);
    return { nodes, edges, failing: new Set(failing), choices: new Map(choices) };
  });
}

/** Data with which the real nodes end as the graph says, on the payload `{"object":{}}`. */
function dataOf(type: string, { id, fails, choice }: { id: string; fails: boolean; choice: string }) {
  if (type === 'ifElseNode') {
    const path = choice === 'true' ? 'trigger.object' : 'trigger.gone';
    return { condition: { path, operator: 'exists' } };
  }
  return { mapping: { [id]: fails ? 'text ${trigger.object}' : 'done' } };
}

/** How each node ends, computed in the simplest way: each node once, after the nodes above it. */
export function referenceEndings({ nodes, edges, failing, choices }: RandomGraph): Record<string, string> {
  const endings: Record<string, string> = {};
  const broken = new Set<string>();
  for (const { id, type } of nodes) {
    const into = edges.filter(({ target }) => target === id);
    const isBroken = into.some(({ source }) => broken.has(source));
    const isTaken = into.some(({ source, sourceHandle }) => {
      const chooses = nodes.find((node) => node.id === source)?.type === 'ifElseNode';
      return endings[source] === 'COMPLETED' && (!chooses || choices.get(source) === sourceHandle);
    });
    const runs = type === 'webhookTrigger' || (!isBroken && isTaken);
    endings[id] = runs ? (failing.has(id) ? 'FAILED' : 'COMPLETED') : 'SKIPPED';
    if (isBroken || endings[id] === 'FAILED') broken.add(id);
  }
  return endings;
}

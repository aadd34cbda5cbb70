import { groupEdges, reachableFrom } from './order.ts';

interface Links {
  nodes: readonly { id: string; type: string }[];
  edges: readonly { source: string; target: string }[];
}

/** The loop of each node below a forEachNode: the ids of the forEachNodes above it, in the order of the list. */
export function findLoops({ nodes, edges }: Links): Map<string, string[]> {
  const loops = new Map<string, string[]>();
  const outgoing = groupEdges(edges, 'source');
  for (const { id, type } of nodes) {
    if (type !== 'forEachNode') continue;
    const below = (outgoing.get(id) ?? []).map(({ target }) => target);
    for (const each of reachableFrom(below, outgoing)) {
      const above = loops.get(each);
      if (above === undefined) loops.set(each, [id]);
      else above.push(id);
    }
  }
  return loops;
}

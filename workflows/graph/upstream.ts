import type { GraphEdge } from './types.ts';

/**
 * Every node above `nodeId` along the taken edges, the farthest first, so that laying outputs over each other in this
 * order lets the nearest win. Among nodes of the same distance the order of the edges decides, later wins. Each node
 * counts once, at its shortest distance. `takenInto`: the taken edges into a node, in the order of the graph.
 */
export function upstreamOf(
  nodeId: string,
  takenInto: (id: string) => readonly Pick<GraphEdge, 'source'>[],
): string[] {
  const sourcesOf = (id: string) => takenInto(id).map((edge) => edge.source);
  const seen = new Set([nodeId]);
  const levels: string[][] = [];
  for (let level = [nodeId]; level.length > 0; ) {
    // The last mention within a level is the one that counts.
    const mentions = level.flatMap(sourcesOf).reverse();
    const next = [...new Set(mentions)].filter((id) => !seen.has(id)).reverse();
    for (const id of next) seen.add(id);
    if (next.length > 0) levels.push(next);
    level = next;
  }
  return levels.reverse().flat();
}

import { groupEdges } from './order.ts';
import type { GraphEdge } from './types.ts';

/**
 * Every node above `nodeId` along the taken edges, the farthest first, so that laying outputs over each other in this
 * order lets the nearest win. Among nodes of the same distance the order of the edges decides, later wins (decisions,
 * section 5). Each node counts once, at its shortest distance.
 */
export function upstreamOf(nodeId: string, takenEdges: readonly GraphEdge[]): string[] {
  const incoming = groupEdges(takenEdges, 'target');
  const sourcesOf = (id: string) => (incoming.get(id) ?? []).map((edge) => edge.source);
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

/** The least of a graph that ordering needs. */
export interface Links {
  ids: readonly string[];
  /** Edges between existing nodes. */
  edges: readonly { source: string; target: string }[];
}

/** Edges by the node they leave or enter, in the order of the list. */
export function groupEdges<Edge extends { source: string; target: string }>(
  edges: readonly Edge[],
  end: 'source' | 'target',
): Map<string, Edge[]> {
  return Map.groupBy(edges, (edge) => edge[end]);
}

/**
 * Node ids so that every edge leads forward, otherwise as nodes and edges are listed. Nodes on a cycle, and below one,
 * are in `rest`.
 */
export function topologicalOrder({ ids, edges }: Links): { order: string[]; rest: string[] } {
  const outgoing = groupEdges(edges, 'source');
  const waiting = new Map(ids.map((id) => [id, 0]));
  for (const { target } of edges) waiting.set(target, (waiting.get(target) ?? 0) + 1);
  const order = ids.filter((id) => waiting.get(id) === 0);
  for (const id of order) {
    for (const { target } of outgoing.get(id) ?? []) {
      const left = (waiting.get(target) ?? 0) - 1;
      waiting.set(target, left);
      // A for-of over a list visits elements that are added meanwhile.
      if (left === 0) order.push(target);
    }
  }
  const ordered = new Set(order);
  return { order, rest: ids.filter((id) => !ordered.has(id)) };
}

/** Nodes on a cycle or between two cycles: the rest when sources and sinks are removed again and again. */
export function findCyclic({ ids, edges }: Links): string[] {
  const forward = topologicalOrder({ ids, edges }).rest;
  const left = new Set(forward);
  const reversed = edges
    .filter(({ source, target }) => left.has(source) && left.has(target))
    .map(({ source, target }) => ({ source: target, target: source }));
  return topologicalOrder({ ids: forward, edges: reversed }).rest;
}

/** Everything that can be reached from `start`, itself included, by edges grouped by their source. */
export function reachableFrom(
  start: readonly string[],
  outgoing: ReadonlyMap<string, Links['edges']>,
): Set<string> {
  const reached = new Set(start);
  for (const id of reached) {
    for (const { target } of outgoing.get(id) ?? []) reached.add(target);
  }
  return reached;
}

import { groupEdges, reachableFrom } from '../graph/order.ts';
import type { GraphEdge } from '../graph/types.ts';

/** Beyond so many branching nodes above a node nothing is asked any more. */
const MOST_BRANCHES = 10;

export interface Above {
  nodeId: string;
  /** Ids of the nodes above, and of those the ones that choose a branch. */
  above: ReadonlySet<string>;
  branching: readonly string[];
}

/**
 * Whether every node above has run and every edge between them is taken whenever the node itself runs. That holds when
 * each branching node above is on every way from the trigger, and leads on by one branch alone: that branch was
 * chosen, or the node would not run.
 */
export function createCertainty(triggerId: string, edges: readonly GraphEdge[]): (above: Above) => boolean {
  const outgoing = groupEdges(edges, 'source');
  /** The nodes that are reached without a branching node, for each of them. */
  const around = new Map<string, ReadonlySet<string>>();
  const reachedWithout = (id: string): ReadonlySet<string> => {
    const known =
      around.get(id) ??
      reachableFrom(
        [triggerId],
        groupEdges(
          edges.filter(({ source, target }) => source !== id && target !== id),
          'source',
        ),
      );
    around.set(id, known);
    return known;
  };
  return ({ nodeId, above, branching }) => {
    if (branching.length > MOST_BRANCHES) return false;
    return branching.every((id) => {
      const inside = (outgoing.get(id) ?? []).filter(({ target }) => above.has(target) || target === nodeId);
      if (new Set(inside.map(({ sourceHandle }) => sourceHandle)).size > 1) return false;
      return !reachedWithout(id).has(nodeId);
    });
  };
}

import { reachableFrom } from '../graph/order.ts';
import type { GraphEdge } from '../graph/types.ts';

/** Beyond so many branching nodes above a node nothing is asked any more. */
const MOST_BRANCHES = 10;

export interface Above {
  nodeId: string;
  triggerId: string;
  edges: readonly GraphEdge[];
  /** Ids of the nodes above, and of those the ones that choose a branch. */
  above: ReadonlySet<string>;
  branching: readonly string[];
}

/**
 * Whether every node above has run and every edge between them is taken whenever the node itself runs. That holds when
 * each branching node above is on every way from the trigger, and leads on by one branch alone: that branch was
 * chosen, or the node would not run.
 */
export function isCertain({ nodeId, triggerId, edges, above, branching }: Above): boolean {
  if (branching.length > MOST_BRANCHES) return false;
  return branching.every((id) => {
    const inside = edges.filter(
      ({ source, target }) => source === id && (above.has(target) || target === nodeId),
    );
    if (new Set(inside.map(({ sourceHandle }) => sourceHandle)).size > 1) return false;
    const around = edges.filter(({ source, target }) => source !== id && target !== id);
    return !reachableFrom([triggerId], around).has(nodeId);
  });
}

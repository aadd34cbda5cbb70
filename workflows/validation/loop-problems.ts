import { findLoops } from '../graph/loops.ts';
import { type GraphProblem, quote } from '../graph/types.ts';
import { atNode, type Placed } from './shape.ts';

/** A node belongs to one loop at most: loops within loops, and nodes where two loops meet, have no item to speak of. */
export function findLoopProblems({ nodes, edges }: Placed): GraphProblem[] {
  const loops = findLoops({ nodes, edges });
  return nodes.flatMap((node) => {
    const { id, type } = node;
    const above = (loops.get(id) ?? []).filter((loop) => loop !== id);
    const [first = '', second = ''] = above;
    if (type === 'forEachNode' && above.length > 0) {
      const advice = 'flatten the lists into one before, or give the inner list a workflow of its own';
      return [atNode(node, `is below the forEachNode ${quote(first)}; ${advice}.`)];
    }
    if (type === 'forEachNode' || above.length < 2) return [];
    return [
      atNode(node, `is below two forEachNodes, ${quote(first)} and ${quote(second)}; keep one of them.`),
    ];
  });
}

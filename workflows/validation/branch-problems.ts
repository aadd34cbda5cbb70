import { type GraphProblem, quote } from '../graph/types.ts';
import { nodes as nodeTypes } from '../nodes/index.ts';
import { atEdge, type Placed } from './shape.ts';

/** Edges that leave a branching node name one of its branches; else nothing would ever take them. */
export function findBranchProblems({ nodes, edges }: Placed): GraphProblem[] {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  return edges.flatMap((edge) => {
    const source = byId.get(edge.source);
    if (source === undefined || source.type === '' || source.data === null) return [];
    const branches = nodeTypes[source.type].branches?.(source.data);
    const handle = edge.sourceHandle;
    if (branches === undefined || (handle !== null && branches.includes(handle))) return [];
    const fault = handle === null ? 'has no sourceHandle' : `has the sourceHandle ${quote(handle)}`;
    const choices = branches.slice(0, 20).map(quote).join(', ');
    return [
      atEdge(edge, `${fault}, but leaves the ${source.type} ${quote(source.id)}; use one of ${choices}.`),
    ];
  });
}

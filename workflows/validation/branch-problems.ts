import { type GraphProblem, quote } from '../graph/types.ts';
import { nodes as nodeTypes } from '../nodes/index.ts';
import { atEdge, type Placed, type PlacedNode } from './shape.ts';

/** Edges that leave a branching node name one of its branches; else nothing would ever take them. */
export function findBranchProblems({ nodes, edges }: Placed): GraphProblem[] {
  const byId = new Map(
    nodes.map((node) => [node.id, { type: node.type, id: node.id, branches: branchesOf(node) }]),
  );
  return edges.flatMap((edge) => {
    const source = byId.get(edge.source);
    const branches = source?.branches ?? null;
    const handle = edge.sourceHandle;
    if (source === undefined || branches === null || (handle !== null && branches.has(handle))) return [];
    const fault = handle === null ? 'has no sourceHandle' : `has the sourceHandle ${quote(handle)}`;
    const choices = [...branches].slice(0, 20).map(quote).join(', ');
    return [
      atEdge(edge, `${fault}, but leaves the ${source.type} ${quote(source.id)}; use one of ${choices}.`),
    ];
  });
}

/** The branches of a node; null for types that have none. */
function branchesOf({ type, data }: PlacedNode): ReadonlySet<string> | null {
  if (type === '' || data === null) return null;
  const branches = nodeTypes[type].branches?.(data);
  return branches === undefined ? null : new Set(branches);
}

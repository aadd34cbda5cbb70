import { findLoops } from '../graph/loops.ts';
import { reachableFrom } from '../graph/order.ts';
import { type DataFault, type GraphProblem, quote } from '../graph/types.ts';
import { nodes as nodeTypes } from '../nodes/index.ts';
import { findItemFaults } from './item-faults.ts';
import { atMember, type Placed, type PlacedNode } from './shape.ts';

/** Problems with the source of data: items outside loops, attachments that are not made before. */
export function findFlowProblems(graph: Placed): GraphProblem[] {
  const loops = findLoops(graph);
  return graph.nodes.flatMap((node) => {
    const { type, data, id } = node;
    if (type === '' || data === null) return [];
    const faults = [
      ...findItemFaults(nodeTypes[type], data, loops.has(id)),
      ...findAttachmentFaults(node, graph),
    ];
    return faults.map((fault) => atMember(node, fault));
  });
}

/** Attachments are documents of template nodes above. */
function findAttachmentFaults({ type, data, id }: PlacedNode, { nodes, edges }: Placed): DataFault[] {
  if (type !== 'emailNode' || data === null || !Array.isArray(data.attach)) return [];
  const byId = new Map(nodes.map((node) => [node.id, node]));
  return data.attach.flatMap((attached, index): DataFault[] => {
    const source = typeof attached === 'string' ? byId.get(attached) : undefined;
    const isAbove = source !== undefined && reachableFrom([source.id], edges).has(id);
    if (source?.type === 'templateNode' && isAbove) return [];
    const name = typeof attached === 'string' ? quote(attached) : 'this';
    return [{ member: `attach[${index}]`, message: `${name} is not a templateNode before this one` }];
  });
}

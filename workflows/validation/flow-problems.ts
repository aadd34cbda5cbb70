import type { JsonValue } from '../graph/json-text.ts';
import { limits } from '../graph/limits.ts';
import { findLoops } from '../graph/loops.ts';
import { groupEdges } from '../graph/order.ts';
import { type DataFault, type GraphProblem, quote } from '../graph/types.ts';
import { upstreamOf } from '../graph/upstream.ts';
import { nodes as nodeTypes } from '../nodes/index.ts';
import { findItemFaults } from './item-faults.ts';
import { atMember, type Placed } from './shape.ts';

/** Problems with the source of data: items outside loops, attachments that are not made before. */
export function findFlowProblems({ nodes, edges }: Placed): GraphProblem[] {
  const loops = findLoops({ nodes, edges });
  const incoming = groupEdges(edges, 'target');
  const templateNodes = new Set(nodes.filter(({ type }) => type === 'templateNode').map(({ id }) => id));
  return nodes.flatMap((node) => {
    const { type, data, id } = node;
    if (type === '' || data === null) return [];
    const faults = findItemFaults(nodeTypes[type], data, loops.has(id));
    if (type === 'emailNode' && Array.isArray(data.attach)) {
      const above = upstreamOf(id, (each) => incoming.get(each) ?? []);
      const documents = new Set(above.filter((each) => templateNodes.has(each)));
      faults.push(...findAttachmentFaults(data.attach, documents));
    }
    return faults.map((fault) => atMember(node, fault));
  });
}

/** Attachments are documents of template nodes above, each once. */
function findAttachmentFaults(attach: readonly JsonValue[], documents: ReadonlySet<string>): DataFault[] {
  if (attach.length > limits.attachments) {
    const message = `lists ${attach.length} documents; at most ${limits.attachments} are possible`;
    return [{ member: 'attach', message }];
  }
  const seen = new Set<JsonValue>();
  return attach.flatMap((attached, index): DataFault[] => {
    const member = `attach[${index}]`;
    const name = typeof attached === 'string' ? quote(attached) : 'this';
    const isRepeated = seen.size === seen.add(attached).size;
    if (isRepeated) return [{ member, message: `${name} is already attached; remove it` }];
    if (typeof attached === 'string' && documents.has(attached)) return [];
    return [{ member, message: `${name} is not a templateNode before this one` }];
  });
}

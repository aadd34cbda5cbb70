import type { NodeCall, NodeResultText } from '../workflows/contracts/node.ts';
import type { RunBase } from '../workflows/contracts/run.ts';
import { stampCallOf } from '../workflows/node-input.ts';
import { isPureNodeType, type NodeType, type PureNodeType } from '../workflows/nodes/index.ts';
import type { GraphNode } from '../workflows/validation/valid-graph.ts';
import { dataNodes } from './data-node.ts';
import { readOrganization } from './read-organization.ts';
import type { ActivityServices } from './services.ts';
import { stampDocument } from './stamp-document.ts';

/** Does the work of one node; null for what is never quick. */
export type QuickPerformer = (type: NodeType) => Perform | null;
type Perform = (call: NodeCall, node: GraphNode) => Promise<NodeResultText>;

/** How the nodes of one run are done within a moment, if at all. Pure ones need no line, unless they lead to a wait. */
export function quickPerformer(services: ActivityServices, base: RunBase, canStamp: boolean): QuickPerformer {
  const pure = dataNodes(services);
  const stamp = stampDocument(services);
  const others: Record<Exclude<NodeType, PureNodeType>, Perform | null> &
    Partial<Record<PureNodeType, Perform | null>> = {
    webhookTrigger: async () => ({ attempts: 1, input: null, output: null, stored: false }),
    organizationInfoNode: readOrganization(services),
    templateNode: canStamp ? (call, node) => stamp(stampCallOf(call, node, base)) : null,
    delayNode: null,
    forEachNode: null,
    // Mail is owed by regular activities, each of which operators see.
    emailNode: null,
  };
  return (type) => {
    const other = others[type];
    if (other !== undefined) return other;
    return isPureNodeType(type) ? pure[type] : null;
  };
}

import { activities, local, localActivities, regular } from './activity-options.ts';
import type { NodeCall, NodeResultText, RunInput } from './contracts.ts';
import type { GraphNode } from './graph/types.ts';
import { quote } from './graph/types.ts';
import { localFirst } from './local-first.ts';
import type { NodeType, PureNodeType } from './nodes/index.ts';

type Perform = (call: NodeCall, node: GraphNode, run: RunInput) => Promise<NodeResultText>;

/** How each node type does its work; a type without a line does not compile. */
const performers: Record<NodeType, Perform> = {
  webhookTrigger: async () => ({ attempts: 1, input: null, output: null, stored: false }),
  composeNode: pure('composeNode'),
  selectNode: pure('selectNode'),
  templateNode: (call, node, run) => {
    const templateId = String(node.data.templateId);
    const pin = Object.hasOwn(run.templatePins, templateId) ? run.templatePins[templateId] : undefined;
    const input = { ...call, workflowId: run.workflowId, pin: pin ?? null, itemIndex: -1 };
    return activities.stampDocument.executeWithOptions({ ...regular, summary: summaryOf(node) }, [input]);
  },
};

function pure(type: PureNodeType): Perform {
  return (call, node, run) => {
    const summary = summaryOf(node);
    const asRegular = () => activities[type].executeWithOptions({ ...regular, summary }, [call]);
    if (run.dataNodesAs === 'activities') return asRegular();
    return localFirst(
      () => localActivities[type].executeWithOptions({ ...local, summary }, [call]),
      asRegular,
    );
  };
}

/** One line for operators; short enough for the engine's limit whatever the id. */
function summaryOf(node: GraphNode): string {
  return `${node.type} ${quote(node.id.slice(0, 60).toWellFormed())}`;
}

/** Does the work of a node. Rejects with the engine's failure. */
export function performNode(node: GraphNode, call: NodeCall, run: RunInput): Promise<NodeResultText> {
  return performers[node.type](call, node, run);
}

import type { NodeInput, NodeState, OutputLayer } from './contracts/node.ts';
import { isTaken } from './graph/join.ts';
import { printJson } from './graph/json-text.ts';
import type { GraphEdge } from './graph/types.ts';
import { upstreamOf } from './graph/upstream.ts';
import type { GraphPart, Pass } from './graph-part.ts';
import { type NodeType, nodes } from './nodes/index.ts';
import type { Plan } from './plan.ts';
import type { GraphNode } from './validation/valid-graph.ts';

/** The input of a node's activity: its data, the payload, and the outputs above it, the farthest first. */
export function nodeInputOf(part: GraphPart, pass: Pass, node: GraphNode): NodeInput {
  const { base, plan } = part;
  const { runId, eventId, workflowId, accountId, payload, dryRun, dryRunAt } = base;
  return {
    runId,
    eventId,
    workflowId,
    accountId,
    payload,
    nodeId: node.id,
    nodeType: node.type,
    position: plan.positions.get(node.id) ?? -1,
    data: dataTextOf(node),
    layers: layersOf(part, pass, node),
    item: pass.item,
    inlineLimit: part.inlineLimit,
    ...(dryRun === true && { dryRun, dryRunAt }),
    ...(base.kept !== undefined && { isRetry: true }),
    ...extrasOf(part, node),
  };
}

const dataTexts = new WeakMap<GraphNode, string>();

/** The data of a node as JSON text, which all elements of a loop share. */
function dataTextOf(node: GraphNode): string {
  const known = dataTexts.get(node) ?? printJson(node.data);
  dataTexts.set(node, known);
  return known;
}

function layersOf(part: GraphPart, pass: Pass, node: GraphNode): OutputLayer[] {
  const { plan, loopId, outside } = part;
  const above = (id: string): Pick<NodeState, 'status' | 'output' | 'control'> | undefined =>
    loopId !== null && outside.has(id) ? outside.get(id) : pass.states.get(id);
  const isTakenEdge = (edge: GraphEdge) => {
    const state = above(edge.source);
    const type = typeOf(plan, edge.source);
    if (state === undefined || type === undefined) return false;
    return isTaken(edge, { status: state.status, branch: branchOf(type, state.control) });
  };
  const takenInto = (id: string) => (plan.incoming.get(id) ?? []).filter(isTakenEdge);
  return upstreamOf(node.id, takenInto).flatMap((nodeId): OutputLayer[] => {
    const state = above(nodeId);
    const type = typeOf(plan, nodeId);
    if (state === undefined || type === undefined) return [];
    const inItem = isInLoop(part, nodeId);
    if (type === 'webhookTrigger') return [{ nodeId, kind: 'payload', text: null, inItem }];
    return [{ nodeId, kind: nodes[type].feedsEvent ? 'data' : 'other', text: state.output, inItem }];
  });
}

/** Members that only one type needs. */
function extrasOf(part: GraphPart, { id, type, data }: GraphNode): Partial<NodeInput> {
  const { templatePins } = part.base;
  if (type === 'templateNode') {
    const templateId = String(data.templateId);
    const pin = Object.hasOwn(templatePins, templateId) ? templatePins[templateId] : null;
    return { pin: pin ?? null };
  }
  if (type === 'emailNode') {
    const ids = Array.isArray(data.attach) ? data.attach.map(String) : [];
    return { attach: ids.map((nodeId) => ({ nodeId, inItem: isInLoop(part, nodeId) })) };
  }
  if (type === 'forEachNode') {
    const loopNodes = [...part.plan.loopOf.values()].filter((loop) => loop === id).length;
    // Items are read one by one, so the list never travels as a whole.
    return { loopNodes, inlineLimit: 0 };
  }
  return {};
}

/** Whether a node belongs to the loop of this part. */
function isInLoop({ plan, loopId }: GraphPart, nodeId: string): boolean {
  return loopId !== null && plan.loopOf.get(nodeId) === loopId;
}

function typeOf({ order, positions }: Plan, id: string): NodeType | undefined {
  return order[positions.get(id) ?? -1]?.type;
}

/** The branch that a node chose; null for types without branches, whose edges are all taken. */
export function branchOf(type: NodeType, control: string | number | undefined): string | null {
  return nodes[type].branches === undefined ? null : String(control ?? '');
}

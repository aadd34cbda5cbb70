import type { ItemRef, NodeCall, NodeState, OutputLayer, StampCall } from './contracts/node.ts';
import type { RunBase } from './contracts/run.ts';
import { isTaken } from './graph/join.ts';
import { printJson } from './graph/json-text.ts';
import { upstreamOf } from './graph/upstream.ts';
import { type NodeType, nodes } from './nodes/index.ts';
import type { Graph, GraphNode } from './validation/valid-graph.ts';

/** What the call of a node is made of. */
export interface CallSource {
  base: RunBase;
  graph: Graph;
  /** All nodes in the order of execution. */
  order: readonly GraphNode[];
  /** How a node above ended. */
  stateOf(id: string): Pick<NodeState, 'status' | 'output' | 'verdict'> | undefined;
  item: ItemRef | null;
  /** Whether a node belongs to the same loop. */
  isInLoop(id: string): boolean;
  /** Bytes of a node's result that may travel. */
  inlineLimit: number;
}

/** What the activity of a node is given: its data, the payload, and the outputs above it, the farthest first. */
export function callOf(source: CallSource, node: GraphNode): NodeCall {
  const { base, graph, order, item } = source;
  const types = new Map(order.map(({ id, type }) => [id, type]));
  const taken = graph.edges.filter((edge) => {
    const state = source.stateOf(edge.source);
    const type = types.get(edge.source);
    if (state === undefined || type === undefined) return false;
    return isTaken(edge, { status: state.status, branch: branchOf(type, state.verdict) });
  });
  const layers = upstreamOf(node.id, taken).flatMap((nodeId): OutputLayer[] => {
    const above = source.stateOf(nodeId);
    const type = types.get(nodeId);
    if (above === undefined || type === undefined) return [];
    const inItem = source.isInLoop(nodeId);
    if (type === 'webhookTrigger') return [{ nodeId, kind: 'payload', text: null, inItem }];
    return [{ nodeId, kind: nodes[type].feedsEvent ? 'data' : 'other', text: above.output, inItem }];
  });
  return {
    runId: base.runId,
    eventId: base.eventId,
    accountId: base.accountId,
    nodeId: node.id,
    nodeType: node.type,
    position: order.findIndex(({ id }) => id === node.id),
    data: printJson(node.data),
    payload: base.payload,
    layers,
    item,
    // The list of a loop is read piece by piece, so it never travels as a whole.
    inlineLimit: node.type === 'forEachNode' ? 0 : source.inlineLimit,
    ...(base.dryRun === true && { dryRun: true, dryRunAt: base.dryRunAt }),
  };
}

/** The call of a template node: what every node is given, and which version of which template. */
export function stampCallOf(call: NodeCall, { data }: GraphNode, base: RunBase): StampCall {
  const templateId = String(data.templateId);
  const pin = Object.hasOwn(base.templatePins, templateId) ? base.templatePins[templateId] : undefined;
  const isRetry = base.kept !== undefined && { isRetry: true };
  return { ...call, workflowId: base.workflowId, pin: pin ?? null, ...isRetry };
}

/** The branch that a node's verdict chose; null for types without branches, whose edges are all taken. */
export function branchOf(type: NodeType, verdict: string | number | undefined): string | null {
  return nodes[type].branches === undefined ? null : String(verdict ?? '');
}

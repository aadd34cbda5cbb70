import { isJsonObject, type JsonObject } from '../graph/json-text.ts';
import type { GraphDraft, GraphEdge } from '../graph/types.ts';
import { isNodeType, type NodeType } from '../nodes/index.ts';

/** One node of a valid graph. `data` has passed the checks of its type. */
export interface GraphNode {
  id: string;
  type: NodeType;
  data: JsonObject;
}

/** A valid graph: one trigger, known types, no cycle, every node reachable. */
export interface Graph {
  nodes: GraphNode[];
  edges: GraphEdge[];
}

/** The typed graph of a draft that `validateGraph` found nothing wrong with. */
export function readGraph(draft: GraphDraft): Graph {
  const graph: Graph = { nodes: [], edges: [] };
  for (const node of draft.nodes) {
    if (!isJsonObject(node) || typeof node.id !== 'string') continue;
    if (typeof node.type !== 'string' || !isNodeType(node.type)) continue;
    graph.nodes.push({ id: node.id, type: node.type, data: isJsonObject(node.data) ? node.data : {} });
  }
  for (const edge of draft.edges) {
    if (!isJsonObject(edge)) continue;
    const { id, source, target } = edge;
    if (typeof id === 'string' && typeof source === 'string' && typeof target === 'string') {
      graph.edges.push({ id, source, target, sourceHandle: handleOf(edge) });
    }
  }
  return graph;
}

/** Editors write null, or leave the member out, where a node has one way out. */
export function handleOf({ sourceHandle }: JsonObject): string | null {
  return typeof sourceHandle === 'string' ? sourceHandle : null;
}

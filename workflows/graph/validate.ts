import { isNodeType } from '../nodes/index.ts';
import { findBranchProblems } from './branch-problems.ts';
import { checkEdge, checkNode, handleOf } from './check-entry.ts';
import { findFlowProblems } from './flow-problems.ts';
import { isJsonObject } from './json-text.ts';
import { limits } from './limits.ts';
import { findLoopProblems } from './loop-problems.ts';
import { findShapeProblems, type Placed } from './shape.ts';
import type { Graph, GraphContext, GraphDraft, GraphProblem } from './types.ts';
import { findTypeProblems } from './typing/type-problems.ts';

/**
 * Every problem that keeps a graph from running: first those of single nodes and edges in the order of stepsJson,
 * then those of the graph as a whole. Without `context` templates are not looked at.
 */
export function validateGraph(draft: GraphDraft, context?: GraphContext): GraphProblem[] {
  const tooMany = findTooMany(draft);
  if (tooMany.length > 0) return tooMany;
  const nodes = draft.nodes.map((node, index) => checkNode(node, `nodes[${index}]`, context));
  const edges = draft.edges.map((edge, index) => checkEdge(edge, `edges[${index}]`));
  const readable: Placed = {
    nodes: nodes.map(({ entry }) => entry).filter((entry) => entry !== null),
    edges: edges.map(({ entry }) => entry).filter((entry) => entry !== null),
  };
  const shape = [
    ...findShapeProblems(readable),
    ...findBranchProblems(readable),
    ...findLoopProblems(readable),
  ];
  return [
    ...[...nodes, ...edges].flatMap(({ problems }) => problems),
    ...shape,
    // A run never asks: what a graph was saved with must go on running when the checks grow.
    ...(context === undefined ? [] : findFlowProblems(readable)),
    // Types flow through sound graphs only.
    ...(context === undefined || shape.length > 0 ? [] : findTypeProblems(readable, context)),
  ];
}

/** A graph far beyond any real one is refused before it costs time. */
function findTooMany(draft: GraphDraft): GraphProblem[] {
  return (['nodes', 'edges'] as const)
    .filter((path) => draft[path].length > limits[path])
    .map((path) => {
      const message = `The graph has ${draft[path].length} ${path}; at most ${limits[path]} are possible.`;
      return { path, node: null, edge: null, message };
    });
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

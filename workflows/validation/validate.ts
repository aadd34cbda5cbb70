import { limits } from '../graph/limits.ts';
import type { GraphContext, GraphDraft, GraphProblem } from '../graph/types.ts';
import { findBranchProblems } from './branch-problems.ts';
import { checkEdge, checkNode } from './check-entry.ts';
import { findFlowProblems } from './flow-problems.ts';
import { findLoopProblems } from './loop-problems.ts';
import { findShapeProblems, type Placed } from './shape.ts';
import { findTypeProblems } from './type-problems.ts';

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
    // Not for a run: a graph that was saved must still run when there are new checks.
    ...(context === undefined ? [] : findFlowProblems(readable)),
    // Types flow through sound graphs only.
    ...(context === undefined || shape.length > 0 ? [] : findTypeProblems(readable, context)),
  ];
}

/** A graph far beyond any real one is rejected before it costs time. */
function findTooMany(draft: GraphDraft): GraphProblem[] {
  return (['nodes', 'edges'] as const)
    .filter((path) => draft[path].length > limits[path])
    .map((path) => {
      const message = `The graph has ${draft[path].length} ${path}; at most ${limits[path]} are possible.`;
      return { path, node: null, edge: null, message };
    });
}

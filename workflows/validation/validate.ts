import type { Budget } from '../graph/budget.ts';
import { limits } from '../graph/limits.ts';
import { countPatterns, type PatternCount } from '../graph/patterns.ts';
import type { GraphContext, GraphDraft, GraphProblem, NodeContext } from '../graph/types.ts';
import { findBranchProblems } from './branch-problems.ts';
import { checkEdge, checkNode } from './check-entry.ts';
import { findFlowProblems } from './flow-problems.ts';
import { findLoopProblems } from './loop-problems.ts';
import { findShapeProblems, type Placed } from './shape.ts';
import { findTypeProblems } from './type-problems.ts';

/**
 * Every problem that keeps a graph from running: first those of single nodes and edges in the order of stepsJson,
 * then those of the graph as a whole; the first thousand of them. Without `context` templates are not looked at, and
 * the work is linear in the length of the graph. Throws BudgetExceeded.
 */
export function validateGraph(
  draft: GraphDraft,
  context?: GraphContext,
  budget: Budget = unbounded,
): GraphProblem[] {
  const tooMany = findTooMany(draft);
  if (tooMany.length > 0) return tooMany;
  const contextOfNode = nodeContexts(context, budget);
  const nodes = draft.nodes.map((node, index) => checkNode(node, `nodes[${index}]`, contextOfNode()));
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
  return firstOf([
    ...[...nodes, ...edges].flatMap(({ problems }) => problems),
    ...shape,
    // Not for a run: a graph that was saved must still run when there are new checks.
    ...(context === undefined ? [] : findFlowProblems(readable)),
    // Types flow through sound graphs only.
    ...(context === undefined || shape.length > 0 ? [] : findTypeProblems(readable, context, budget)),
  ]);
}

const unbounded: Budget = { spend: () => {}, spent: 0 };

/** Compiling one instruction of a pattern. */
const STEPS_OF_INSTRUCTION = 40;

/** Makes the context of each node; the patterns of all nodes are bounded together. */
function nodeContexts(context: GraphContext | undefined, budget: Budget): () => NodeContext | undefined {
  if (context === undefined) return () => undefined;
  const { patterns, ...facts } = context;
  const above = countPatterns(patterns.estimate, { owner: 'graph' });
  const findFault = (count: PatternCount, pattern: string) => {
    budget.spend(pattern.length);
    const fault = count.add(pattern);
    if (fault !== null) return fault;
    budget.spend(patterns.estimate(pattern) * STEPS_OF_INSTRUCTION);
    return patterns.findFault(pattern);
  };
  return () => {
    const count = countPatterns(patterns.estimate, { owner: 'node', above });
    return { ...facts, findPatternFault: (pattern) => findFault(count, pattern) };
  };
}

/** The first problems, errors before warnings, and how many more there are. */
function firstOf(problems: GraphProblem[]): GraphProblem[] {
  if (problems.length <= limits.problems) return problems;
  const isError = ({ severity }: GraphProblem) => severity === undefined;
  const errors = problems.filter(isError);
  const first = [...errors, ...problems.filter((problem) => !isError(problem))].slice(0, limits.problems);
  const message = `There are ${problems.length - limits.problems} more problems.`;
  const more: GraphProblem = { path: '', node: null, edge: null, message };
  return [...first, errors.length > limits.problems ? more : { ...more, severity: 'warning' }];
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

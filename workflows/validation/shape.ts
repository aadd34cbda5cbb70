import type { JsonObject } from '../graph/json-text.ts';
import { findCyclic, groupEdges, reachableFrom } from '../graph/order.ts';
import { type DataFault, type GraphProblem, quote } from '../graph/types.ts';
import type { NodeType } from '../nodes/index.ts';

/** A node or edge of a draft that is fine by itself, with its place in stepsJson. */
export interface PlacedNode {
  path: string;
  id: string;
  /** Empty when the type is unknown. */
  type: NodeType | '';
  /** Null when something in it is wrong by itself. */
  data: JsonObject | null;
}
export interface PlacedEdge {
  path: string;
  id: string;
  source: string;
  target: string;
  sourceHandle: string | null;
}

/** The readable part of a draft. */
export interface Placed {
  nodes: readonly PlacedNode[];
  edges: readonly PlacedEdge[];
}

/** Characters of the path of a member in a problem. */
const LONGEST_MEMBER = 500;

/** A problem with a member of a node's data. */
export const atMember = (
  { path, id }: PlacedNode,
  { member, message, isWarning }: DataFault,
): GraphProblem => ({
  path: `${path}.data.${member.slice(0, LONGEST_MEMBER)}`,
  node: id,
  edge: null,
  message: `Node ${quote(id)}: data.${member.slice(0, 200)}: ${message}.`,
  ...(isWarning === true && { severity: 'warning' as const }),
});
export const atNode = ({ path, id }: PlacedNode, message: string): GraphProblem => ({
  path,
  node: id,
  edge: null,
  message: `Node ${quote(id)} ${message}`,
});
export const atEdge = ({ path, id }: PlacedEdge, message: string): GraphProblem => ({
  path,
  node: null,
  edge: id,
  message: `Edge ${quote(id)} ${message}`,
});

/** Problems of a graph as a whole: ids, edges, trigger, cycles, islands. */
export function findShapeProblems({ nodes, edges }: Placed): GraphProblem[] {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const problems = [
    ...repeated(nodes).map((node) =>
      atNode(node, 'has the same id as an earlier node; give it a different one.'),
    ),
    ...repeated(edges).map((edge) =>
      atEdge(edge, 'has the same id as an earlier edge; give it a different one.'),
    ),
    ...edges.flatMap((edge) => findEdgeProblems(edge, byId)),
    ...findTriggerProblems(nodes),
  ];
  const links = {
    ids: [...byId.keys()],
    edges: edges.filter((edge) => byId.has(edge.source) && byId.has(edge.target)),
  };
  for (const id of findCyclic(links)) {
    const node = byId.get(id);
    if (node !== undefined) problems.push(atNode(node, 'is part of a cycle; remove one of its edges.'));
  }
  const triggers = nodes.filter(isTrigger).map((node) => node.id);
  const reached = reachableFrom(triggers, groupEdges(links.edges, 'source'));
  for (const node of triggers.length === 0 ? [] : byId.values()) {
    if (!reached.has(node.id)) {
      problems.push(atNode(node, 'cannot be reached from the webhookTrigger; connect it or remove it.'));
    }
  }
  return problems;
}

function isTrigger(node: PlacedNode): boolean {
  return node.type === 'webhookTrigger';
}

function repeated<Item extends { id: string }>(items: readonly Item[]): Item[] {
  const seen = new Set<string>();
  return items.filter(({ id }) => seen.size === seen.add(id).size);
}

function findEdgeProblems(edge: PlacedEdge, nodes: ReadonlyMap<string, PlacedNode>): GraphProblem[] {
  const problems: GraphProblem[] = [];
  for (const end of ['source', 'target'] as const) {
    if (!nodes.has(edge[end])) {
      problems.push(atEdge(edge, `has the ${end} ${quote(edge[end])}, but there is no such node.`));
    }
  }
  const target = nodes.get(edge.target);
  if (target !== undefined && isTrigger(target)) {
    problems.push(
      atEdge(
        edge,
        `leads into the webhookTrigger ${quote(edge.target)}; remove the edge, because a trigger only starts runs.`,
      ),
    );
  }
  return problems;
}

function findTriggerProblems(nodes: readonly PlacedNode[]): GraphProblem[] {
  const [first, ...others] = nodes.filter(isTrigger);
  if (first === undefined) {
    return [
      { path: 'nodes', node: null, edge: null, message: 'There is no webhookTrigger; add exactly one.' },
    ];
  }
  return others.map((node) => atNode(node, 'is a second webhookTrigger; keep exactly one.'));
}

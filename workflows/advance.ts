import type { NodeState } from './contracts/node.ts';
import { decideJoin, type Settled } from './graph/join.ts';
import { quote } from './graph/types.ts';
import { type GraphPart, hasEnded, type Pass, stateOf } from './graph-part.ts';
import { branchOf } from './node-input.ts';
import { skippedBecause } from './node-state.ts';
import { isPureNodeType } from './nodes/index.ts';
import { loopBody } from './plan.ts';
import type { GraphNode } from './validation/valid-graph.ts';

/** How far a pass is. */
export interface Progress {
  /** Nodes that can begin now. */
  ready: GraphNode[];
  /** Ids of forEachNodes whose loops can begin now. */
  loops: string[];
  /** The nodes of the part that have ended, by id. */
  settled: ReadonlyMap<string, Settled>;
}

/**
 * Takes a pass as far as possible without executing a node: skips nodes that cannot run and completes those without
 * work. A node is ready once all nodes with an edge into it have ended.
 */
export function advance(part: GraphPart, pass: Pass): Progress {
  const { body, plan } = part;
  const outside = settledOutside(part);
  const settled = new Map<string, Settled>();
  const ready: GraphNode[] = [];
  for (const node of body) {
    const edges = plan.incoming.get(node.id) ?? [];
    const sources = edges
      .map(({ source }) => settled.get(source) ?? outside.get(source))
      .filter((source) => source !== undefined);
    if (sources.length < edges.length) continue;
    const join = decideJoin(edges, sources);
    const state = stateOf(pass, node.id);
    if (state.status === 'PENDING') {
      if (!join.run) Object.assign(state, skippedBecause(join.failedBecauseOf));
      else if (hasNoWork(part, node)) Object.assign(state, completedWithoutWork(node));
      else ready.push(node);
    }
    if (!hasEnded(state)) continue;
    const reason = join.run ? null : join.failedBecauseOf;
    settled.set(node.id, toSettled(node, state, state.status === 'FAILED' ? node.id : reason));
  }
  const loops = part.loopId === null ? advanceLoops(part, pass, settled) : [];
  return { ready, loops, settled };
}

/** Skips the loops that cannot run, and returns those that can begin. */
function advanceLoops(
  { body, plan }: GraphPart,
  pass: Pass,
  settled: ReadonlyMap<string, Settled>,
): string[] {
  return body.flatMap(({ id, type }) => {
    if (type !== 'forEachNode' || !hasEnded(stateOf(pass, id))) return [];
    const nodes = loopBody(plan, id);
    const [first] = nodes;
    if (first === undefined || stateOf(pass, first.id).status !== 'PENDING') return [];
    const sources = nodes.flatMap((node) => plan.incoming.get(node.id) ?? []).map(({ source }) => source);
    // A loop begins once everything that leads into it from outside has ended.
    if (sources.some((source) => !plan.loopOf.has(source) && !settled.has(source))) return [];
    const reason = findReasonToSkip(stateOf(pass, id), settled.get(id));
    if (reason === null) return [id];
    for (const node of nodes) {
      Object.assign(stateOf(pass, node.id), { status: 'SKIPPED', error: `Not run: ${reason}.` });
    }
    return [];
  });
}

function findReasonToSkip({ status, control }: NodeState, loop: Settled | undefined): string | null {
  if (loop?.failedBecauseOf != null) return `node ${quote(loop.failedBecauseOf)} failed`;
  if (status !== 'COMPLETED') return 'no edge into it was taken';
  return control === 0 ? 'the list is empty' : null;
}

/** The trigger's output is the payload. A retry does not repeat side effects of the failed run. */
function hasNoWork({ base, loopId }: GraphPart, { id, type }: GraphNode): boolean {
  if (type === 'webhookTrigger') return true;
  return loopId === null && base.kept?.includes(id) === true && !isPureNodeType(type);
}

function completedWithoutWork({ type }: GraphNode): Partial<NodeState> {
  const now = Date.now();
  const isTrigger = type === 'webhookTrigger';
  return {
    status: 'COMPLETED',
    attempts: isTrigger ? 1 : 0,
    stored: !isTrigger,
    startedAt: now,
    endedAt: now,
  };
}

function toSettled({ id, type }: GraphNode, state: NodeState, failedBecauseOf: string | null): Settled {
  const { status, control } = state;
  return { id, status, failedBecauseOf, branch: status === 'COMPLETED' ? branchOf(type, control) : null };
}

const knownOutside = new WeakMap<GraphPart, ReadonlyMap<string, Settled>>();

/** The nodes outside a part, which are the same for all of its passes. */
function settledOutside(part: GraphPart): ReadonlyMap<string, Settled> {
  const known = knownOutside.get(part);
  if (known !== undefined) return known;
  const { outside, plan } = part;
  const settled = new Map<string, Settled>();
  for (const [id, { status, control, failedBecauseOf }] of outside) {
    const node = plan.order[plan.positions.get(id) ?? -1];
    const branch = node === undefined ? null : branchOf(node.type, control);
    settled.set(id, { id, status, failedBecauseOf, branch });
  }
  knownOutside.set(part, settled);
  return settled;
}

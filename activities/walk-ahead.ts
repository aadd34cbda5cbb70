import { Context } from '@temporalio/activity';
import { ApplicationFailure } from '@temporalio/common';
import { inlineLimit } from '../workflows/contracts/limits.ts';
import type { NodeState } from '../workflows/contracts/node.ts';
import type { RunBase } from '../workflows/contracts/run.ts';
import { executeGraph } from '../workflows/execute-graph.ts';
import type { JoinDecision, Settled } from '../workflows/graph/join.ts';
import { branchOf, callOf } from '../workflows/node-input.ts';
import { pendingNode, skippedBecause } from '../workflows/node-state.ts';
import type { Plan } from '../workflows/plan.ts';
import type { GraphNode } from '../workflows/validation/valid-graph.ts';
import type { QuickPerformer } from './quick-performer.ts';

/** Milliseconds within which nodes begin; those that are left then have time of their own. */
const BEGIN_MS = 2_000;

/** How far a walk has come. */
interface Walked {
  /** All nodes in the order of execution; those that are left are PENDING. */
  nodes: NodeState[];
  /** Those among the left that were tried in vain, for a reason that may pass. */
  tried: string[];
  /** Whether no node is left. */
  isWhole: boolean;
}

/** Goes through a graph as the interpreter does, and leaves every node that is not quick or fails, and all below it. */
export async function walkAhead(given: {
  base: RunBase;
  plan: Plan;
  perform: QuickPerformer;
}): Promise<Walked> {
  const { base, plan, perform } = given;
  const deadline = Date.now() + BEGIN_MS;
  const states = new Map(plan.order.map((node) => [node.id, pendingNode(node)]));
  const left = new Set<string>();
  const tried: string[] = [];
  const source = {
    ...{ base, graph: plan.graph, order: plan.order, item: null },
    ...{ stateOf: (id: string) => states.get(id), isInLoop: () => false },
    inlineLimit: inlineLimit(plan.order.length),
  };

  const settle = async (node: GraphNode, join: JoinDecision): Promise<Settled> => {
    const { id, type } = node;
    const work = perform(type);
    const isBelowLeft = plan.graph.edges.some((edge) => edge.target === id && left.has(edge.source));
    if (isBelowLeft || plan.loopOf.has(id) || work === null || Date.now() > deadline) return leave(id);
    const settled = { id, failedBecauseOf: null, branch: null };
    if (!join.run) return { ...settled, status: note(id, skippedBecause(null)) };
    const startedAt = Date.now();
    try {
      const result = await work(callOf(source, node), node);
      const status = note(id, { ...result, status: 'COMPLETED', startedAt, endedAt: Date.now() });
      return { ...settled, status, branch: branchOf(type, result.verdict) };
    } catch (error) {
      if (!(error instanceof ApplicationFailure && error.nonRetryable === true)) {
        Context.current().log.warn('a node is tried again by itself', { nodeId: id, error });
        tried.push(id);
      }
      return leave(id);
    }
  };

  const note = (id: string, change: Partial<NodeState> & Pick<NodeState, 'status'>) => {
    const state = states.get(id);
    if (state !== undefined) Object.assign(state, change);
    return change.status;
  };

  const leave = (id: string): Settled => {
    left.add(id);
    return { id, status: 'PENDING', failedBecauseOf: null, branch: null };
  };

  await Promise.all(executeGraph({ ...plan, edges: plan.graph.edges, settle }).values());
  return { nodes: [...states.values()], tried, isWhole: left.size === 0 };
}

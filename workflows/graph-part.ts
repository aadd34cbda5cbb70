import type { InlinePass, LoopRef } from './contracts/inline.ts';
import { inlineItemLimit, inlineLimit } from './contracts/limits.ts';
import type { OutsideNode } from './contracts/loop.ts';
import type { ItemRef, NodeState } from './contracts/node.ts';
import type { RunBase } from './contracts/run.ts';
import { pendingNode } from './node-state.ts';
import { nodes } from './nodes/index.ts';
import { loopBody, type Plan } from './plan.ts';
import type { GraphNode } from './validation/valid-graph.ts';

/** A part of a graph that is run node by node: the graph itself without its loops, or the body of one loop. */
export interface GraphPart {
  base: RunBase;
  plan: Plan;
  /** The nodes to run, in the order of execution. */
  body: readonly GraphNode[];
  /** The forEachNode above the body; null for the graph itself. */
  loopId: string | null;
  /** Nodes above the loop, as they ended, by id; none for the graph itself. */
  outside: ReadonlyMap<string, OutsideNode>;
  /** Bytes that the input and output of a node may have to travel. */
  inlineLimit: number;
}

/** One pass through the nodes of a part: for a loop there is one for each item. */
export interface Pass {
  readonly item: ItemRef | null;
  /** States by id, in the order of execution. For the graph itself nodes in loops have one too. */
  readonly states: ReadonlyMap<string, NodeState>;
}

/** The part that is the graph itself, or the body of a loop. */
export function partOf(base: RunBase, plan: Plan, loop: LoopRef | null): GraphPart {
  const body =
    loop === null ? plan.order.filter(({ id }) => !plan.loopOf.has(id)) : loopBody(plan, loop.nodeId);
  return {
    base,
    plan,
    body,
    loopId: loop?.nodeId ?? null,
    outside: new Map(loop?.outside.map((node) => [node.id, node])),
    inlineLimit:
      loop === null
        ? inlineLimit(plan.order.length)
        : inlineItemLimit(plan.order.length, loop.count * body.length),
  };
}

/** A pass in which nothing has happened, apart from `known`. */
export function createPass(part: GraphPart, item: ItemRef | null, known: readonly NodeState[] = []): Pass {
  const all = part.loopId === null ? part.plan.order : part.body;
  const states = new Map(all.map((node) => [node.id, pendingNode(node)]));
  for (const node of known) states.set(node.id, { ...node });
  return { item, states };
}

/** The state of a node that is part of the pass. */
export function stateOf({ states }: Pass, id: string): NodeState {
  const state = states.get(id);
  if (state === undefined) throw new Error(`There is no node ${JSON.stringify(id)} here.`);
  return state;
}

/** A pass as `runInline` takes it. */
export function toInlinePass({ item, states }: Pass): InlinePass {
  const begun = [...states.values()].filter(({ status, attempts }) => status !== 'PENDING' || attempts > 0);
  return { item, nodes: begun };
}

/** Whether a node may run within the activity `runInline`. A node that failed there runs as an activity of its own. */
export function canRunInline({ body, loopId }: GraphPart, { type }: GraphNode, state: NodeState): boolean {
  if (state.attempts > 0) return false;
  const { inline } = nodes[type];
  if (typeof inline === 'boolean') return inline;
  return loopId === null && body.filter((node) => node.type === type).length <= inline;
}

/** Whether a node has ended, in whichever way. */
export function hasEnded({ status }: Pick<NodeState, 'status'>): boolean {
  return status !== 'PENDING' && status !== 'RUNNING';
}

import { ApplicationFailure, sleep } from '@temporalio/workflow';
import { activities, local, localActivities, localStamp, regular } from './activity-options.ts';
import type { NodeCall, NodeResultText } from './contracts/node.ts';
import type { RunBase } from './contracts/run.ts';
import { limits } from './graph/limits.ts';
import { quote } from './graph/types.ts';
import { localFirst } from './local-first.ts';
import { stampCallOf } from './node-input.ts';
import { isPureNodeType, type NodeType, type PureNodeType } from './nodes/index.ts';
import type { GraphNode } from './validation/valid-graph.ts';

const LONGEST_MS = limits.delayDays * 24 * 60 * 60 * 1000;

/** What a node's work needs besides its call. */
export interface Performing {
  base: RunBase;
  /** Whether a node belongs to the same loop as the one at work. */
  isInLoop(id: string): boolean;
  /** Does a piece of work as soon as there is room for it. */
  slot<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Whether template nodes are tried within the workflow task first. */
  stampsLocally: boolean;
  /** How many nodes are below a forEachNode. */
  loopSize(id: string): number;
  /** Whether the one quick try at a node was made ahead, in vain. */
  wasTried(id: string): boolean;
}

type Perform = (call: NodeCall, node: GraphNode, run: Performing) => Promise<NodeResultText>;

/**
 * How node types do their work. Pure ones do it in an activity of their name and need no line; a type with a side effect
 * does not compile without one.
 */
const performers: Record<Exclude<NodeType, PureNodeType>, Perform> & Partial<Record<PureNodeType, Perform>> =
  {
    webhookTrigger: async () => ({ attempts: 1, input: null, output: null, stored: false }),
    forEachNode: async (call, node, run) => {
      const result = await readList(call, node, run);
      requireLoopWithin(Number(result.verdict ?? 0), run.loopSize(node.id));
      return result;
    },
    organizationInfoNode: short('readOrganization'),
    delayNode: async (call, node, run) => {
      const result = await readMoment(call, node, run);
      await waitFor(result.verdict ?? 0, run.base.dryRun === true);
      return result;
    },
    templateNode: (call, node, { base, slot, stampsLocally, wasTried }) => {
      const input = stampCallOf(call, node, base);
      const summary = summaryOf(node);
      const asRegular = (before?: Partial<NodeCall>) =>
        activities.stampDocument.executeWithOptions({ ...regular, summary }, [{ ...input, ...before }]);
      return slot(() => {
        if (wasTried(node.id)) return asRegular(triedOnce);
        if (!stampsLocally) return asRegular();
        return localFirst(
          () => localActivities.stampDocument.executeWithOptions({ ...localStamp, summary }, [input]),
          () => asRegular(triedOnce),
        );
      });
    },
    emailNode: (call, node, { base, slot, isInLoop }) => {
      const ids = Array.isArray(node.data.attach) ? node.data.attach.map(String) : [];
      const attach = ids.map((nodeId) => ({ nodeId, inItem: isInLoop(nodeId) }));
      const input = { ...call, workflowId: base.workflowId, attach };
      return slot(() =>
        activities.sendMail.executeWithOptions({ ...regular, summary: summaryOf(node) }, [input]),
      );
    },
  };

/** What a regular activity is told that goes on after a local one. */
const triedOnce = { attemptsBefore: 1 };

const readMoment = short('delayNode');
const readList = short('forEachNode');

function requireLoopWithin(elements: number, size: number): void {
  if (elements * size <= limits.itemNodes) return;
  const what = `${elements} elements times ${size} nodes are more than ${limits.itemNodes}`;
  throw ApplicationFailure.nonRetryable(
    `The loop is too large: ${what}. Pick fewer elements with filterNode, or send several events.`,
    'NODE_FAILED',
  );
}

/**
 * Waits so many seconds, or until an ISO timestamp, on a timer of the engine: it outlives restarts, and a cancelled run
 * ends it. A moment in the past does not wait, nor does a dry run. Throws for one too far away.
 */
async function waitFor(moment: string | number, isDry: boolean): Promise<void> {
  const ms = typeof moment === 'number' ? Math.ceil(moment * 1000) : Date.parse(moment) - Date.now();
  if (ms > LONGEST_MS) {
    const message = `The moment to wait for is more than ${limits.delayDays} days away.`;
    throw ApplicationFailure.nonRetryable(message, 'NODE_FAILED');
  }
  if (ms > 0 && !isDry) await sleep(ms);
}

/** Work that takes a moment: done within the workflow task, unless the settings say otherwise. */
function short(name: PureNodeType | 'readOrganization'): Perform {
  return (call, node, { base, slot, wasTried }) =>
    slot(() => {
      const summary = summaryOf(node);
      const asRegular = (before?: Partial<NodeCall>) =>
        activities[name].executeWithOptions({ ...regular, summary }, [{ ...call, ...before }]);
      if (wasTried(node.id)) return asRegular(triedOnce);
      if (base.dataNodesAs === 'activities') return asRegular();
      return localFirst(
        () => localActivities[name].executeWithOptions({ ...local, summary }, [call]),
        () => asRegular(triedOnce),
      );
    });
}

/** One line for operators; short enough for the engine's limit whatever the id. */
function summaryOf(node: GraphNode): string {
  return `${node.type} ${quote(node.id.slice(0, 60).toWellFormed())}`;
}

/** Does the work of a node. Rejects with the engine's failure. */
export function performNode(node: GraphNode, call: NodeCall, run: Performing): Promise<NodeResultText> {
  // Pure nodes give the same again; only what acts on the world is kept from the failed run.
  const { kept } = run.base;
  const isKept = kept?.includes(node.id) === true && call.item === null && !isPureNodeType(node.type);
  if (isKept) return Promise.resolve({ attempts: 0, input: null, output: null, stored: true });
  const perform = isPureNodeType(node.type)
    ? (performers[node.type] ?? short(node.type))
    : performers[node.type];
  return perform(call, node, run);
}

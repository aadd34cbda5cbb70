import { Context } from '@temporalio/activity';
import { LRUCache } from 'lru-cache';
import type { Tracing } from '../src/infra/tracing/tracing.ts';
import { advance } from '../workflows/advance.ts';
import type { Activities } from '../workflows/contracts/activities.ts';
import type { InlineEnd } from '../workflows/contracts/inline.ts';
import type { NodeState } from '../workflows/contracts/node.ts';
import type { RunInput } from '../workflows/contracts/run.ts';
import { type Ended, endingOf, recordOf } from '../workflows/ending.ts';
import { quote } from '../workflows/graph/types.ts';
import { canRunInline, createPass, hasEnded, type Pass, partOf, stateOf } from '../workflows/graph-part.ts';
import { nodeInputOf } from '../workflows/node-input.ts';
import { outcomeOf } from '../workflows/node-outcome.ts';
import { readPlan } from '../workflows/plan.ts';
import type { GraphNode } from '../workflows/validation/valid-graph.ts';
import type { ExecuteNode } from './execute-node.ts';
import { updatesOf } from './inline-updates.ts';
import { readOnce } from './node-io.ts';
import type { ActivityServices } from './services.ts';

/** Milliseconds within which nodes begin; the others begin in the next call, so that a cancellation is not kept waiting. */
const BEGIN_MS = 1_000;

/** Passes that are executed at the same time. */
const PASSES_AT_ONCE = 8;

/** Characters of the graphs whose plans are cached. */
const CACHED_GRAPHS = 4 * 1024 * 1024;

interface RunInlineDeps {
  services: Pick<ActivityServices, 'runData' | 'runRecorder'>;
  executeNode: ExecuteNode;
  tracing: Pick<Tracing, 'step'>;
}

/**
 * Executes every node that can run inline, once, and records the run when no node is left. Waits, mails, loops and nodes
 * that failed for a reason that may pass are left to the workflow.
 */
export function runInline({ services, executeNode, tracing }: RunInlineDeps): Activities['runInline'] {
  const planOf = createPlans();

  return async (input) => {
    const { run, loop } = input;
    const { plan, problem } = planOf(run);
    const part = partOf(run, plan, loop);
    const passes = input.passes.map(({ item, nodes }) => createPass(part, item, nodes));
    const stored = readOnce(services.runData);
    const deadline = Date.now() + BEGIN_MS;
    /** States of failed nodes whose failure every next run would share. */
    const shared = new Set<NodeState>();
    let sharedError = input.sharedError ?? problem;
    let isUnfinished = false;

    const execute = async (pass: Pass, node: GraphNode): Promise<void> => {
      const state = stateOf(pass, node.id);
      const startedAt = Date.now();
      const { change, failure } = await outcomeOf(
        node,
        () => observed(node, () => executeNode(nodeInputOf(part, pass, node), stored)),
        { isDryRun: run.dryRun === true },
      );
      if (failure === null || failure.isPermanent) Object.assign(state, { startedAt, ...change });
      else state.attempts = failure.attempts;
      if (failure?.isShared === true) {
        shared.add(state);
        sharedError ??= `Node ${quote(node.id)}: ${failure.error}`;
      }
    };

    const executePass = (pass: Pass): Promise<void> => {
      const begun = new Set<string>();
      const go = async (): Promise<void> => {
        const ready = advance(part, pass).ready.filter(
          (node) => !begun.has(node.id) && canRunInline(part, node, stateOf(pass, node.id)),
        );
        await Promise.all(
          ready.map(async (node) => {
            if (Date.now() > deadline) {
              isUnfinished = true;
              return;
            }
            begun.add(node.id);
            await execute(pass, node);
            await go();
          }),
        );
      };
      return go();
    };

    const queue = passes.values();
    const executeNext = async () => {
      for (const pass of queue) await executePass(pass);
    };
    await Promise.all(Array.from({ length: PASSES_AT_ONCE }, executeNext));
    const ended = loop === null ? await end(run, passes, sharedError) : null;
    const updates = ended === null ? updatesOf({ part, passes, given: input.passes, shared }) : [];
    return { updates, ended, isUnfinished };
  };

  /** Does the work of a node, as a span of its own; a failure is logged, as that of a regular activity is. */
  async function observed<Result>({ id, type }: GraphNode, work: () => Promise<Result>): Promise<Result> {
    try {
      return await tracing.step(`RunNode:${type}`, work);
    } catch (error) {
      Context.current().log.warn('node failed', { nodeId: id, nodeType: type, error });
      throw error;
    }
  }

  /** The end of a run whose nodes have all ended, recorded unless it is a dry run. Null: nodes are left, or a fault. */
  async function end(
    run: RunInput,
    [pass]: readonly Pass[],
    sharedError: string | null,
  ): Promise<InlineEnd | null> {
    const nodes = [...(pass?.states.values() ?? [])];
    if (pass === undefined || !nodes.every(hasEnded)) return null;
    const ended = { nodes, cancelled: false, sharedError };
    if (run.dryRun === true) return { ...endingOf(ended), nodes };
    const isRecorded = await tracing.step('RecordRun', () => record(run, ended));
    return isRecorded ? { ...endingOf(ended), nodes: nodes.map(withoutTexts) } : null;
  }

  /** Records the run. False when that failed; the workflow then records it. */
  async function record(run: RunInput, ended: Ended): Promise<boolean> {
    const { info, log } = Context.current();
    const record = recordOf(run, info.workflowExecution?.runId ?? '', ended);
    try {
      await services.runRecorder.record(record);
      return true;
    } catch (error) {
      log.warn('run could not be recorded inline; the workflow retries', { error });
      return false;
    }
  }
}

type ReadPlan = ReturnType<typeof readPlan>;

/** Plans of graph versions, which never change. The graph of a dry run need not be saved. */
function createPlans(): (run: RunInput) => ReadPlan {
  const plans = new LRUCache<string, ReadPlan>({ maxSize: CACHED_GRAPHS });
  return ({ workflowId, graphVersion, stepsJson, dryRun }) => {
    if (dryRun === true) return readPlan(stepsJson);
    const key = `${workflowId} ${graphVersion}`;
    const known = plans.get(key);
    if (known !== undefined) return known;
    const read = readPlan(stepsJson);
    plans.set(key, read, { size: stepsJson.length });
    return read;
  };
}

/** A node whose input and output are recorded. */
function withoutTexts(node: NodeState): NodeState {
  return { ...node, input: null, output: null, stored: node.status === 'COMPLETED' };
}

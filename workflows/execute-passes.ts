import { sleep } from '@temporalio/workflow';
import { activities, regular } from './activity-options.ts';
import { advance, type Progress } from './advance.ts';
import type { InlineEnd, InlineInput, InlineResult } from './contracts/inline.ts';
import type { NodeState } from './contracts/node.ts';
import { describeFailure, type NodeFailure } from './failure.ts';
import { quote } from './graph/types.ts';
import { canRunInline, type GraphPart, hasEnded, type Pass, stateOf } from './graph-part.ts';
import { callInline } from './inline.ts';
import { type Quota, waitForQuota } from './messages.ts';
import { nodeInputOf } from './node-input.ts';
import { type NodeChange, outcomeOf } from './node-outcome.ts';
import type { ExecutedNodeType } from './nodes/index.ts';
import { type Apply, createTasks } from './tasks.ts';
import type { GraphNode } from './validation/valid-graph.ts';

/** Passes to execute, and the hooks of their run or chunk. */
export interface Execution {
  readonly part: GraphPart;
  readonly passes: readonly Pass[];
  readonly quota: Quota;
  /** How many regular activities may be open at once. */
  readonly maxActivities: number;
  /** Whether nodes may run inline; false once a call of `runInline` did not finish. */
  canCallInline: boolean;
  inlineInput(passes: readonly Pass[]): InlineInput;
  /** Runs a loop to its end. Never rejects. */
  runLoop?(loopId: string, settled: Progress['settled']): Promise<void>;
  /** Some states have changed. */
  onChange?(): void;
  onFailure(node: GraphNode, failure: NodeFailure, pass: Pass): void;
  /** All nodes of a pass have ended. */
  onEnd?(pass: Pass): void;
}

interface Step {
  pass: Pass;
  node: GraphNode;
}

/** The result of a call of `runInline` for some passes. `seen`: quota signals before the call. */
interface InlineReport {
  passes: readonly Pass[];
  result: InlineResult | null;
  seen: number;
}

/**
 * Executes all nodes of all passes: those that are ready run inline first, in one local activity at a time. The rest runs
 * as regular activities, timers and child workflows; after each of them `runInline` is called again with the states so
 * far. `first` is the result of a call that was made before. Returns the end of the run if a call of `runInline` has
 * recorded it; else null.
 */
export async function executePasses(
  run: Execution,
  first: InlineReport | null = null,
): Promise<InlineEnd | null> {
  const { part, quota } = run;
  const tasks = createTasks();
  const changed = new Set(run.passes);
  /** Ready nodes that do not run inline, in the order they became ready. */
  let waiting: Step[] = [];
  const started = new Set<NodeState>();
  let active = 0;

  /** Takes all passes that have changed as far as possible; returns those with a node to run inline. */
  const advanceAll = (): Pass[] => {
    const inline = [...changed].filter((pass) => {
      const { ready, loops, settled } = advance(part, pass);
      for (const loopId of loops) startLoop(pass, loopId, settled);
      if ([...pass.states.values()].every(hasEnded)) run.onEnd?.(pass);
      return ready.map((node) => begin({ pass, node })).includes('inline');
    });
    changed.clear();
    return inline;
  };

  const begin = ({ pass, node }: Step): 'inline' | 'started' => {
    const state = stateOf(pass, node.id);
    if (run.canCallInline && canRunInline(part, node, state)) return 'inline';
    if (!started.has(state)) {
      started.add(state);
      waiting.push({ pass, node });
    }
    return 'started';
  };

  const startLoop = (pass: Pass, loopId: string, settled: Progress['settled']) => {
    const task = run.runLoop?.(loopId, settled);
    if (task !== undefined) tasks.add(task.then(() => () => changed.add(pass)));
  };

  const takeReport = ({ passes, result, seen }: InlineReport) => {
    if (result === null || result.updates.every((updates) => updates.length === 0)) run.canCallInline = false;
    result?.updates.forEach((updates, index) => {
      const pass = passes[index];
      if (pass === undefined) return;
      for (const { position, isShared = false, ...change } of updates) {
        const node = part.plan.order[position];
        if (node === undefined) continue;
        const { error, attempts, status } = change;
        const failure = { error: error ?? '', attempts, isShared, isCancellation: false };
        take({ pass, node }, { change, failure: status === 'FAILED' ? failure : null }, seen);
      }
    });
    for (const pass of passes) changed.add(pass);
  };

  const take = (
    { pass, node }: Step,
    { change, failure }: { change: NodeChange; failure: NodeFailure | null },
    seen: number,
  ) => {
    const state = stateOf(pass, node.id);
    Object.assign(state, change);
    changed.add(pass);
    if (failure !== null) run.onFailure(node, failure, pass);
    if (state.waitsFor === 'quota') holdBack(node, state, seen);
    if (state.waitsFor !== undefined) tasks.add(waitFor({ pass, node }, state, seen));
  };

  /** Without quota for one item there is none for the others: those that have not begun wait with it. */
  const holdBack = ({ id }: GraphNode, { status, error, waitsFor }: NodeState, seen: number) => {
    const held = waiting.filter(({ node }) => node.id === id);
    waiting = waiting.filter(({ node }) => node.id !== id);
    for (const step of held) {
      const state = stateOf(step.pass, id);
      Object.assign(state, { status, error, waitsFor });
      tasks.add(waitFor(step, state, seen));
    }
  };

  const startRegular = async ({ pass, node }: Step): Promise<Apply> => {
    const state = stateOf(pass, node.id);
    Object.assign(state, { status: 'RUNNING', startedAt: Date.now() });
    const seen = quota.signals;
    const input = { ...nodeInputOf(part, pass, node), attemptsBefore: state.attempts };
    const options = { ...regular, summary: `${node.type} ${summaryId(node.id)}` };
    const outcome = await outcomeOf(
      node,
      () => activities[node.type as ExecutedNodeType].executeWithOptions(options, [input]),
      { isDryRun: part.base.dryRun === true },
    );
    return () => {
      active -= 1;
      take({ pass, node }, outcome, seen);
    };
  };

  /** Waits as a node asks for. A moment that has passed makes a timer too: a replay must find it, whatever the clock says. */
  const waitFor = async (step: Step, state: NodeState, seen: number): Promise<Apply> => {
    try {
      if (state.waitsFor === 'quota') {
        await waitForQuota(quota, seen);
        const change = { status: 'PENDING', error: null, attempts: 0, waitsFor: undefined } as const;
        return () => {
          started.delete(state);
          take(step, { change, failure: null }, seen);
        };
      }
      const ms = msUntil(state.control ?? 0);
      await sleep(Math.max(1, ms));
      const change = { status: 'COMPLETED', waitsFor: undefined } as const;
      return () => take(step, { change: { ...change, endedAt: Date.now() }, failure: null }, seen);
    } catch (thrown) {
      const failure = describeFailure(thrown);
      const change = { status: 'FAILED', error: failure.error, waitsFor: undefined } as const;
      return () => take(step, { change: { ...change, endedAt: Date.now() }, failure }, seen);
    }
  };

  if (first !== null) takeReport(first);
  for (;;) {
    const inline = advanceAll();
    if (inline.length > 0) {
      const seen = quota.signals;
      const result = await callInline(run.inlineInput(inline));
      if (result?.ended != null) return result.ended;
      takeReport({ passes: inline, result, seen });
      continue;
    }
    for (const step of waiting.splice(0, run.maxActivities - active)) {
      active += 1;
      tasks.add(startRegular(step));
    }
    run.onChange?.();
    if (tasks.open === 0) return null;
    await tasks.next();
  }
}

/** One line for operators, within Temporal's limit of 200 bytes whatever the id is. */
export function summaryId(id: string): string {
  return quote(id.slice(0, 60).toWellFormed());
}

/** Milliseconds to wait: a number of seconds, or until an ISO timestamp. */
function msUntil(moment: string | number): number {
  return typeof moment === 'number' ? Math.ceil(moment * 1000) : Date.parse(moment) - Date.now();
}

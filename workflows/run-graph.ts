import { ApplicationFailure, CancelledFailure, setHandler } from '@temporalio/workflow';
import { answerDryRun, closeRun } from './close-run.ts';
import { inlineLimit } from './contracts/limits.ts';
import { type Ahead, type RunInput, type RunResult, runFailedType } from './contracts/run.ts';
import { executeGraph } from './execute-graph.ts';
import type { Settled } from './graph/join.ts';
import { quote } from './graph/types.ts';
import { listenForRoom, nodesQuery, roomSignal, waitForRoom } from './messages.ts';
import { callOf } from './node-input.ts';
import { openRun, type Run } from './open-run.ts';
import { type Performing, performNode } from './perform-node.ts';
import { goesAhead, runAhead, showAhead, takeOver } from './run-ahead.ts';
import { runLoop } from './run-loop.ts';
import { type Stage, settleNode } from './settle-node.ts';
import { stampsLocally } from './stamps-locally.ts';

/**
 * Runs one graph for one event. Each node begins as soon as the nodes above it are settled; a failure skips what is
 * below it and lets other branches go on. Ends as failed when a node failed, after everything is recorded.
 */
export async function runGraph(input: RunInput): Promise<RunResult> {
  const ahead = goesAhead(input) ? await runAhead(input) : null;
  if (ahead?.recorded === true) {
    showAhead(ahead);
    return { status: 'COMPLETED' };
  }
  const run = openRun(input);
  setHandler(nodesQuery, () => run.state.nodes);
  listenForRoom(run.room, () => {
    // One that has just ended needs no signal any more.
    for (const stretch of run.stretches) stretch.signal(roomSignal).catch(() => {});
  });
  if (ahead !== null) takeOver(run, ahead);
  const { order, graph, loopOf } = run.plan;
  const stage = stageOf(run, ahead);
  const settled = executeGraph({
    order: order.filter(({ id }) => !loopOf.has(id)),
    edges: graph.edges,
    settle: (node, join) => settleNode(stage, node, join),
  });
  const loops = order.filter(({ type }) => type === 'forEachNode');
  await Promise.all([...settled.values(), ...loops.map(({ id }) => enterLoop(run, id, settled))]);
  if (input.dryRun === true) return answerDryRun(run);
  const { status, error } = await closeRun(run);
  if (status === 'CANCELLED') throw new CancelledFailure('The run was cancelled.');
  if (error !== null) throw ApplicationFailure.nonRetryable(error, runFailedType);
  return { status };
}

function stageOf(run: Run, ahead: Ahead | null): Stage {
  const { input: base, plan, state, begun } = run;
  const performing: Performing = {
    base,
    isInLoop: () => false,
    slot: (work) => work(),
    // What came to no end ahead would hold up the workflow task once more.
    stampsLocally: stampsLocally(run) && (ahead !== null || !goesAhead(base)),
    wasTried: (id) => begun.tried.has(id),
    loopSize: (id) => [...plan.loopOf.values()].filter((loop) => loop === id).length,
  };
  const source = {
    ...{ base, ...plan, stateOf: state.find, item: null, isInLoop: () => false },
    inlineLimit: inlineLimit(plan.order.length),
  };
  return {
    update: state.update,
    perform: (node) =>
      waitForRoom(
        run.room,
        (error) => state.update(node.id, { status: 'RUNNING', error }),
        () => {
          const done = begun.done.get(node.id);
          return done ? Promise.resolve(done) : performNode(node, callOf(source, node), performing);
        },
      ),
    noteFailure({ id }, { shared, error, cancelled }) {
      run.cancelled ||= cancelled;
      if (shared) run.sharedError ??= `Node ${quote(id)}: ${error}`;
    },
  };
}

/** A loop begins once everything that leads into it from outside is settled. */
async function enterLoop(
  run: Run,
  loopId: string,
  settled: ReadonlyMap<string, Promise<Settled>>,
): Promise<void> {
  const { loopOf, graph } = run.plan;
  const sources = graph.edges
    .filter(({ target }) => loopOf.get(target) === loopId)
    .map(({ source }) => source);
  const ids = [...new Set([loopId, ...sources.filter((id) => !loopOf.has(id))])];
  const ended = await Promise.all(ids.map((id) => settled.get(id)));
  await runLoop(
    run,
    loopId,
    ended.filter((each) => each !== undefined),
  );
}

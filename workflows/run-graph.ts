import {
  ApplicationFailure,
  CancellationScope,
  CancelledFailure,
  setHandler,
  upsertSearchAttributes,
  workflowInfo,
} from '@temporalio/workflow';
import { activities, regular } from './activity-options.ts';
import type { InlineEnd, InlineInput } from './contracts/inline.ts';
import { failedNodeAttribute, type RunInput, type RunResult, runFailedType } from './contracts/run.ts';
import { endingOf, recordOf } from './ending.ts';
import { type Execution, executePasses } from './execute-passes.ts';
import { quote } from './graph/types.ts';
import { toInlinePass } from './graph-part.ts';
import { callInline } from './inline.ts';
import { listenForQuota, nodesQuery, quotaSignal } from './messages.ts';
import { runLoop } from './run-loop.ts';
import { createRunState, nodesOf, type RunState, showNodes } from './run-state.ts';

/**
 * Runs one graph for one event. Each node begins once the nodes above it have ended; a failure skips the nodes
 * below it, and other branches continue. Ends as failed when a node failed, after everything is recorded.
 */
export async function runGraph(input: RunInput): Promise<RunResult> {
  // Most runs end within this call; only the others read the graph here.
  const pass = { item: null, nodes: [] };
  const result = await callInline({ run: input, loop: null, passes: [pass], sharedError: null });
  if (result?.ended != null) return endInline(input, result.ended);
  const run = createRunState(input);
  setHandler(nodesQuery, () => nodesOf(run));
  const quota = listenForQuota(() => {
    // A chunk that has just ended needs no signal any more.
    for (const chunk of run.chunks) chunk.signal(quotaSignal).catch(() => {});
  });
  const execution: Execution = {
    part: run.part,
    passes: [run.pass],
    quota,
    maxActivities: Number.POSITIVE_INFINITY,
    canCallInline: true,
    inlineInput: () => inlineInput(run),
    runLoop: (loopId, settled) => runLoop(run, loopId, settled),
    onChange: () => showNodes(nodesOf(run)),
    onFailure({ id }, { error, isShared, isCancellation }) {
      run.cancelled ||= isCancellation;
      if (isShared) run.sharedError ??= `Node ${quote(id)}: ${error}`;
    },
  };
  const ended = await executePasses(execution, { passes: [run.pass], result, seen: 0 });
  if (ended !== null) return endInline(input, ended);
  return endRun(input, await finishRun(run, execution.canCallInline));
}

/** The result of a run that a call of `runInline` has brought to its end and recorded. */
function endInline(input: RunInput, ended: InlineEnd): RunResult {
  setHandler(nodesQuery, () => ended.nodes);
  showNodes(ended.nodes);
  return endRun(input, ended);
}

function inlineInput({ input, pass, sharedError }: RunState): InlineInput {
  return { run: input, loop: null, passes: [toInlinePass(pass)], sharedError };
}

/** Records how a run and each of its nodes ended: also after a cancellation, and for as long as the database is away. */
async function finishRun(run: RunState, canCallInline: boolean): Promise<InlineEnd> {
  const { input, cancelled, sharedError } = run;
  const nodes = nodesOf(run);
  const ended = { nodes, cancelled, sharedError };
  const ending = { ...endingOf(ended), nodes };
  if (input.dryRun === true) return ending;
  if (canCallInline && !cancelled) {
    const result = await callInline(inlineInput(run));
    if (result?.ended != null) return ending;
  }
  const record = recordOf(input, workflowInfo().runId, ended);
  const summary = `record the run as ${ending.status}`;
  await CancellationScope.nonCancellable(() =>
    activities.recordRun.executeWithOptions({ ...regular, summary }, [record]),
  );
  return ending;
}

/** The result of a run whose end is recorded. Throws unless it is completed or a dry run. */
function endRun({ dryRun }: RunInput, { status, error, nodes, failedNode }: InlineEnd): RunResult {
  if (dryRun === true) return { status, dryRun: { error, nodes } };
  if (status === 'CANCELLED') throw new CancelledFailure('The run was cancelled.');
  if (failedNode !== null) {
    // Operators list failed runs by node; a keyword has at most 255 bytes.
    upsertSearchAttributes({ [failedNodeAttribute]: [failedNode.slice(0, 60).toWellFormed()] });
  }
  if (error !== null) throw ApplicationFailure.nonRetryable(error, runFailedType);
  return { status };
}

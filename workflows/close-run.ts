import { CancellationScope, upsertSearchAttributes, workflowInfo } from '@temporalio/workflow';
import { activities, local, localActivities, regular } from './activity-options.ts';
import { failedNodeAttribute, type RunOutcome, type RunResult } from './contracts/run.ts';
import { quote } from './graph/types.ts';
import { localFirst } from './local-first.ts';
import type { Run } from './open-run.ts';

/** How a run ended. `error` is null unless it failed. */
export interface Ending {
  status: RunOutcome;
  error: string | null;
}

/**
 * Records how a run and each of its nodes ended, whatever it takes: also after a cancellation, and for as long as the
 * database is away.
 */
export async function closeRun(run: Run): Promise<Ending> {
  const ending = endingOf(run);
  const record = {
    runId: run.input.runId,
    workflowId: run.input.workflowId,
    graphVersion: run.input.graphVersion,
    engineRunId: workflowInfo().runId,
    ...ending,
    workflowError: run.sharedError,
    endedAt: Date.now(),
    nodes: run.state.nodes,
  };
  const summary = `record the run as ${ending.status}`;
  await CancellationScope.nonCancellable(() =>
    localFirst(
      () => localActivities.recordRun.executeWithOptions({ ...local, summary }, [record]),
      () => activities.recordRun.executeWithOptions({ ...regular, summary }, [record]),
    ),
  );
  return ending;
}

/** How a dry run ended. Nobody but who waits for it needs to know. */
export function answerDryRun(run: Run): RunResult {
  const { status, error } = endingOf(run);
  return { status, dryRun: { error, nodes: run.state.nodes } };
}

function endingOf(run: Run): Ending {
  if (run.cancelled) return { status: 'CANCELLED', error: null };
  const [first, ...others] = run.state.nodes.filter(({ status }) => status === 'FAILED');
  if (first === undefined) {
    return run.sharedError === null
      ? { status: 'COMPLETED', error: null }
      : { status: 'FAILED', error: run.sharedError };
  }
  // Operators list failed runs by node; a keyword has at most 255 bytes.
  upsertSearchAttributes({ [failedNodeAttribute]: [first.id.slice(0, 60).toWellFormed()] });
  const more = others.length === 0 ? '' : ` ${others.length} more node(s) failed.`;
  return { status: 'FAILED', error: `Node ${quote(first.id)} failed: ${first.error ?? ''}${more}` };
}

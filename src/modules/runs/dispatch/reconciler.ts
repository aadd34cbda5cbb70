import type { Clock } from '../../../infra/clock.ts';
import type { Logger } from '../../../infra/logger.ts';
import { createLoop, type Loop } from '../../../infra/loop.ts';
import type { TemporalClient } from '../../../infra/temporal/temporal-client.ts';
import type { TemporalStatus } from '../../../infra/temporal/temporal-status.ts';
import type { TerminateRuns } from '../terminate-runs.ts';
import type { OutboxRepository, RunEnd } from './outbox.repository.ts';

interface ReconcilerDependencies {
  outbox: Pick<OutboxRepository, 'findOpen' | 'requeue' | 'close'>;
  temporal: Pick<TemporalClient, 'findStatus' | 'findOutsideEndings'>;
  terminateRuns: Pick<TerminateRuns, 'finish'>;
  clock: Clock;
  logger: Logger;
}

/** Temporal's visibility store is updated with a small delay, and clocks differ. */
const LOOK_BACK_MS = 10 * 60_000;
const RECONCILE_AFTER_SECONDS = 300;
const BATCH = 100;

/**
 * Keeps runs in step with Temporal. A run that an operator terminates in Temporal's UI shows as ended within seconds:
 * that takes one query a round, however many runs there are. Once a minute all older open runs are compared, because
 * Temporal may have lost its data. Cancelled runs record their own end. Any number of processes may reconcile.
 */
export function createReconciler(
  deps: ReconcilerDependencies,
  { intervalMs = 2_000, compareEveryMs = 60_000 } = {},
): Pick<Loop, 'start' | 'close'> {
  const loopOf = (pauseMs: number, work: () => Promise<void>) =>
    createLoop(pauseMs, () => work().then(() => false), deps.logger);
  // Separate loops: a comparison of thousands of open runs must not delay the end of a terminated run.
  const loops = [
    loopOf(intervalMs, () => closeTerminated(deps)),
    loopOf(intervalMs, () => deps.terminateRuns.finish()),
    loopOf(compareEveryMs, () => reconcileRuns(deps, RECONCILE_AFTER_SECONDS)),
  ];
  return {
    start() {
      for (const loop of loops) loop.start();
    },
    async close() {
      await Promise.all(loops.map((loop) => loop.close()));
    },
  };
}

/** Ends the runs that were terminated or timed out in Temporal within the last minutes. Idempotent. */
async function closeTerminated({ outbox, temporal, clock, logger }: ReconcilerDependencies): Promise<void> {
  const since = new Date(clock.now().getTime() - LOOK_BACK_MS);
  const found = Map.groupBy(await temporal.findOutsideEndings(since), ({ status }) => status);
  for (const [status, runs] of found) {
    const ids = runs.map(({ workflowId }) => workflowId);
    const closed = await outbox.close(ids, endOf(status));
    if (closed.length > 0) logger.warn({ runIds: closed, status }, 'runs were ended in Temporal');
  }
}

/**
 * Compares open runs with Temporal. A run that Temporal does not know is requeued; it makes no second document, because
 * documents are named by run and node. A run that Temporal has ended is ended here too.
 */
export async function reconcileRuns(
  { outbox, temporal, logger }: Omit<ReconcilerDependencies, 'clock' | 'terminateRuns'>,
  olderThanSeconds: number,
): Promise<void> {
  for (let cursor = '0'; ; ) {
    const runs = await outbox.findOpen({ seconds: olderThanSeconds, cursor, limit: BATCH });
    for (const { id, runId, engineWorkflowId } of runs) {
      cursor = id;
      const status = await temporal.findStatus(engineWorkflowId);
      if (status === 'RUNNING') continue;
      const wasOpen =
        status === null
          ? await outbox.requeue(runId)
          : (await outbox.close([engineWorkflowId], endOf(status))).length > 0;
      // Most runs that are not running any more have ended normally since they were read.
      if (!wasOpen) continue;
      logger.warn({ runId, engineWorkflowId, status }, 'an open run was not running in Temporal');
    }
    if (runs.length < BATCH) return;
  }
}

function endOf(status: TemporalStatus): RunEnd {
  return {
    status: status === 'CANCELLED' ? 'CANCELLED' : 'FAILED',
    error: `The run was ended in Temporal (${status}) before it could record its result.`,
  };
}

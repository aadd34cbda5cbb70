import type { Clock } from '../../../infra/clock.ts';
import type { Logger } from '../../../infra/logger.ts';
import { createLoop, type Loop } from '../../../infra/loop.ts';
import type { Engine } from '../../../infra/temporal/engine.ts';
import type { EngineStatus } from '../../../infra/temporal/engine-status.ts';
import type { RerunRepository } from '../reruns/rerun.repository.ts';

export interface EndedOutsideDependencies {
  reruns: RerunRepository;
  engine: Engine;
  clock: Clock;
  logger: Logger;
}

const INTERVAL_MS = 2_000;
/** The engine's index runs behind a little, and clocks differ. */
const LOOK_BACK_MS = 10 * 60_000;
const RECONCILE_EVERY = 30;
const RECONCILE_AFTER_SECONDS = 60;
const BATCH = 100;

/**
 * Watches for runs that an operator terminated in the engine's own UI, so that they show as ended within seconds: one
 * query of the engine for each look, however many runs there are. Now and then, looks for replays and retries the
 * engine has forgotten, which are owed again. A cancelled run records its end itself.
 */
export function watchEndedOutside(deps: EndedOutsideDependencies): Loop {
  let looks = 0;
  const round = async () => {
    await closeTerminated(deps);
    if (++looks % RECONCILE_EVERY === 0) await oweForgotten(deps, RECONCILE_AFTER_SECONDS);
    return false;
  };
  return createLoop(INTERVAL_MS, round, deps.logger);
}

/** Closes what the engine has ended since a while ago. Closing again changes nothing. */
export async function closeTerminated({ reruns, engine, clock, logger }: EndedOutsideDependencies) {
  const since = new Date(clock.now().getTime() - LOOK_BACK_MS);
  const found = Map.groupBy(await engine.findOutsideEndings(since), ({ status }) => status);
  for (const [status, runs] of found) {
    const ids = runs.map(({ workflowId }) => workflowId);
    const closed = await reruns.closeEnded(ids, endOf(status));
    if (closed.length > 0) logger.warn({ runIds: closed, status }, 'runs were ended in the workflow engine');
  }
}

/** Replays and retries without an end that the engine does not know, after a loss of its data, begin again. */
export async function oweForgotten(
  { reruns, engine, logger }: Pick<EndedOutsideDependencies, 'reruns' | 'engine' | 'logger'>,
  olderThanSeconds: number,
): Promise<void> {
  for (let cursor = '0'; ; ) {
    const runs = await reruns.findOpen({ seconds: olderThanSeconds, cursor, limit: BATCH });
    for (const { id, runId, engineWorkflowId } of runs) {
      cursor = id;
      const status = await engine.findStatus(engineWorkflowId);
      if (status === 'RUNNING') continue;
      const wasOpen =
        status === null
          ? await reruns.oweAgain(runId)
          : (await reruns.closeEnded([engineWorkflowId], endOf(status))).length > 0;
      // Most have simply ended since they were read.
      if (!wasOpen) continue;
      logger.warn({ runId, engineWorkflowId, status }, 'an unfinished run was not running in the engine');
    }
    if (runs.length < BATCH) return;
  }
}

/** How a run is recorded that the engine ended. */
export function endOf(status: EngineStatus): { status: string; error: string } {
  return {
    status: status === 'CANCELLED' ? 'CANCELLED' : 'FAILED',
    error: `The run was ended in the workflow engine (${status}) before it could be recorded.`,
  };
}

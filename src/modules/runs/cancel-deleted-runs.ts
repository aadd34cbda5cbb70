import type { Logger } from '../../infra/logger.ts';
import type { Engine } from '../../infra/temporal/engine.ts';

/**
 * Cancels runs in Temporal whose rows were deleted; one that waits would keep its payload there for up to a year. Runs in
 * the background and never throws: without its row, a run leaves nothing behind here.
 */
export type CancelDeletedRuns = (engineWorkflowIds: readonly string[]) => void;

/** A workflow may have thousands of waiting runs. */
const CONCURRENCY = 8;

export function createCancelDeletedRuns(deps: {
  engine: Pick<Engine, 'cancelRun'>;
  logger: Logger;
}): CancelDeletedRuns {
  const { engine, logger } = deps;
  return (engineWorkflowIds) => {
    const left = [...engineWorkflowIds];
    const cancelSome = async () => {
      for (let id = left.pop(); id !== undefined; id = left.pop()) {
        await engine.cancelRun(id).catch((error: unknown) => {
          // Temporal is unreachable, so the others would fail too.
          const count = 1 + left.splice(0).length;
          logger.warn({ err: error, count }, 'runs of a deleted workflow could not be cancelled in Temporal');
        });
      }
    };
    for (let each = 0; each < CONCURRENCY; each++) void cancelSome();
  };
}

import type { Logger } from '../../infra/logger.ts';
import type { TemporalClient } from '../../infra/temporal/temporal-client.ts';

/**
 * Cancels runs in Temporal whose rows were deleted; one that waits would keep its payload there for up to a year. Runs in
 * the background and never throws: without its row, a run leaves nothing behind here.
 */
type CancelDeletedRuns = (engineWorkflowIds: readonly string[]) => void;

/** A workflow may have thousands of waiting runs. */
const CONCURRENCY = 8;

export function createCancelDeletedRuns(deps: {
  temporal: Pick<TemporalClient, 'cancelRun'>;
  logger: Logger;
}): CancelDeletedRuns {
  const { temporal, logger } = deps;
  return (engineWorkflowIds) => {
    const left = [...engineWorkflowIds];
    const cancelSome = async () => {
      for (let id = left.pop(); id !== undefined; id = left.pop()) {
        await temporal.cancelRun(id).catch((error: unknown) => {
          // Temporal is unreachable, so the others would fail too.
          const count = 1 + left.splice(0).length;
          logger.warn({ err: error, count }, 'runs of a deleted workflow could not be cancelled in Temporal');
        });
      }
    };
    for (let each = 0; each < CONCURRENCY; each++) void cancelSome();
  };
}

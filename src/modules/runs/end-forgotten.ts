import type { Logger } from '../../infra/logger.ts';
import type { Engine } from '../../infra/temporal/engine.ts';

/**
 * Ends runs in the engine whose rows were deleted: one that waits would keep its payload there for up to a year. Never
 * throws and is not waited for, because a run without its row leaves nothing behind here either.
 */
export type EndForgotten = (engineWorkflowIds: readonly string[]) => void;

/** A workflow may have thousands of runs that wait. */
const AT_ONCE = 8;

export function createEndForgotten(deps: {
  engine: Pick<Engine, 'cancelRun'>;
  logger: Logger;
}): EndForgotten {
  const { engine, logger } = deps;
  return (engineWorkflowIds) => {
    const left = [...engineWorkflowIds];
    const endSome = async () => {
      for (let id = left.pop(); id !== undefined; id = left.pop()) {
        await engine.cancelRun(id).catch((error: unknown) => {
          // What cannot be told of one now cannot be told of the others.
          const count = 1 + left.splice(0).length;
          logger.warn({ err: error, count }, 'runs of a deleted workflow go on in the engine');
        });
      }
    };
    for (let each = 0; each < AT_ONCE; each++) void endSome();
  };
}

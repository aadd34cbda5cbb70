import { CancellationScope, condition, type WorkflowInterceptorsFactory } from '@temporalio/workflow';

/**
 * Lets the results of local activities in one by one: what follows from one is done, down to the last call it leads to,
 * before the next is seen. A worker that runs a workflow sees them one at a time; one that replays it may be given
 * several at once, and the calls that follow would then come in another order, because some ways from a result to the
 * next call are longer than others. A run whose worker was replaced would never go on.
 */
export const interceptors: WorkflowInterceptorsFactory = () => {
  // Made anew for each workflow.
  const takeTurn = createTurns();
  return {
    outbound: [
      {
        async scheduleLocalActivity(input, next) {
          // Nothing else is under way beside it.
          if (input.activityType === 'runAhead') return next(input);
          try {
            return await next(input);
          } finally {
            await takeTurn();
          }
        },
      },
    ],
  };
};

/** What is answered resolves in the order of the calls, each when nothing is left to do for those before it. */
function createTurns(): () => Promise<void> {
  let last: Promise<void> | null = null;
  return () => {
    last = (last ?? Promise.resolve()).then(untilQuiet);
    return last;
  };
}

/** Conditions are looked at only when no other step of the workflow can be taken, apart from when they are made. */
function untilQuiet(): Promise<void> {
  let isLookedAt = false;
  return CancellationScope.nonCancellable(() =>
    condition(() => {
      const isQuiet = isLookedAt;
      isLookedAt = true;
      return isQuiet;
    }),
  );
}

import { CancellationScope, condition } from '@temporalio/workflow';

/** Applies the result of a task that has ended. */
export type Apply = () => void;

/** Activities, timers and children that are open at the same time. */
export interface Tasks {
  /** Tasks whose result is not applied yet. */
  readonly open: number;
  /** Adds a task. Must not reject. */
  add(task: Promise<Apply>): void;
  /** Waits until at least one task has ended, and applies all that have. */
  next(): Promise<void>;
}

export function createTasks(): Tasks {
  const ended: Apply[] = [];
  let open = 0;
  return {
    get open() {
      return open;
    },
    add(task) {
      open += 1;
      void task.then((apply) => ended.push(apply));
    },
    async next() {
      // Temporal evaluates a condition at once, and then whenever the workflow has nothing else to do. The first is too
      // early: a replay may resolve more promises at a time than the original did, and must find the same tasks ended.
      let evaluations = 0;
      await CancellationScope.nonCancellable(() => condition(() => evaluations++ > 0 && ended.length > 0));
      // A task is open until its result is applied: if none is open, the run may end.
      for (const apply of ended.splice(0)) {
        open -= 1;
        apply();
      }
    },
  };
}

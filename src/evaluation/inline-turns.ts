import { createLimiter } from '../infra/limiter.ts';
import { evaluationLimits } from './limits.ts';

/** The result of a job on the main thread, and the steps it took. */
export interface InlineResult<Output> {
  steps: number;
  output: Output;
}

/** Lets jobs of all owners run on the main thread, a few milliseconds in each turn of the event loop. */
export interface InlineTurns {
  /** Runs a job, at once if this turn has steps left. Throws the error of the job, or the reason of `signal`. */
  run<Output>(owner: string, job: () => InlineResult<Output>, signal?: AbortSignal): Promise<Output>;
}

/** After `stepsPerTurn` the next jobs wait for the next turn of the event loop; then owners alternate. */
export function createInlineTurns(stepsPerTurn: number = evaluationLimits.inlineSteps): InlineTurns {
  const turns = createLimiter({
    concurrency: 1,
    busy: () => new Error('The queue of inline jobs has no limit.'),
  });
  let spent = 0;
  let release: (() => void) | null = null;

  const startTurn = () => {
    spent = 0;
    release?.();
    release = null;
  };

  return {
    async run(owner, job, signal) {
      const done = await turns.acquire(owner, { signal });
      try {
        const { steps, output } = job();
        if (spent === 0) setImmediate(startTurn);
        spent += 1 + steps;
        return output;
      } finally {
        if (spent < stepsPerTurn) done();
        else release = done;
      }
    },
  };
}

import { BudgetExceeded, createBudget } from '../../workflows/graph/budget.ts';
import { createLimiter } from '../infra/limiter.ts';
import { PoolThread } from '../infra/thread-pool/pool-thread.ts';
import { createThreadPool, type PoolLoad } from '../infra/thread-pool/thread-pool.ts';
import { EvaluationError } from './evaluation-error.ts';
import { createInlineTurns } from './inline-turns.ts';
import { createRunJob, type JobName, type Jobs } from './jobs.ts';
import { evaluationLimits } from './limits.ts';
import type { JobError } from './thread-main.ts';

export interface EvaluateOptions {
  /** The account whose definition it is. Accounts alternate. */
  owner: string;
  /** Aborting it removes the job while it waits, and ends its thread while it runs. */
  signal?: AbortSignal | undefined;
  /**
   * Longest wait for a thread in milliseconds, however many jobs of the owner wait. For runs, which try again later.
   * Default: no limit, in a queue with a bounded length.
   */
  maxWaitMs?: number | undefined;
}

/** Evaluates what users define without blocking the main thread. */
export interface Evaluator {
  /**
   * Runs a job on the main thread if it takes a few milliseconds, else on a thread. Throws EvaluationError when it takes
   * too many steps, too long or too much memory, or when too many jobs wait; or the reason of `signal`.
   */
  run<Name extends JobName>(
    name: Name,
    input: Jobs[Name]['input'],
    options: EvaluateOptions,
  ): Promise<Jobs[Name]['output']>;
  load(): PoolLoad;
  close(): Promise<void>;
}

export interface EvaluatorOptions {
  /** Default: `evaluationLimits`. */
  deadlineMs?: number;
  idleMs?: number;
}

export function createEvaluator(options: EvaluatorOptions = {}): Evaluator {
  const { deadlineMs = evaluationLimits.deadlineMs, idleMs } = options;
  const runJob = createRunJob();
  const inline = createInlineTurns();
  const pool = createThreadPool({
    createThread: () => createThread(deadlineMs),
    threads: evaluationLimits.threads,
    threadsPerOwner: evaluationLimits.threadsPerOwner,
    maxQueue: evaluationLimits.maxQueue,
    maxQueuePerOwner: evaluationLimits.maxQueuePerOwner,
    idleMs,
    busy: () => new EvaluationError('busy'),
  });
  /** Lets jobs with a longest wait wait outside the queue of the pool. */
  const timed = createLimiter({
    concurrency: evaluationLimits.threads,
    perOwner: evaluationLimits.threadsPerOwner,
    busy: () => new EvaluationError('busy'),
  });

  return {
    async run(name, input, { owner, signal, maxWaitMs }) {
      type Output = Jobs[typeof name]['output'];
      const inlined = await inline.run(owner, () => tryInline(name, input), signal);
      if (inlined !== null) return inlined.output;
      const runOnThread = () =>
        pool.run((thread) => thread.run<Output>({ name, input }, { signal }), { owner, signal });
      if (maxWaitMs === undefined) return runOnThread();
      return timed.run(owner, runOnThread, { signal, timeoutMs: maxWaitMs });
    },
    load: () => pool.load(),
    async close() {
      timed.close(new EvaluationError('closed'));
      await pool.close();
    },
  };

  /** The output is null when the job takes more steps than the main thread may spend. */
  function tryInline<Name extends JobName>(name: Name, input: Jobs[Name]['input']) {
    const budget = createBudget(evaluationLimits.inlineSteps);
    try {
      const output = { output: runJob(name, input, budget) };
      return { steps: budget.spent, output };
    } catch (error) {
      if (error instanceof BudgetExceeded) return { steps: budget.spent, output: null };
      throw error;
    }
  }
}

function createThread(deadlineMs: number): PoolThread {
  return new PoolThread({
    program: new URL('./thread-main.ts', import.meta.url),
    name: 'evaluate',
    timeoutMs: deadlineMs,
    memory: { maxOldGenerationSizeMb: evaluationLimits.memoryMb, maxYoungGenerationSizeMb: 16 },
    exceeded: (limit) => new EvaluationError(limit),
    deserializeError: (thrown) => {
      const error = thrown as JobError;
      return error.kind === 'steps' ? new EvaluationError('steps') : new Error(error.message);
    },
  });
}

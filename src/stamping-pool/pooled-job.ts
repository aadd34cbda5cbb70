import type { ThreadPool } from '../infra/thread-pool/thread-pool.ts';
import type { ZipBase } from '../stamping/zip-entry.ts';
import { joinChecked, joinStamped, runInParts } from './join-parts.ts';
import type { ProblemLimits } from './problem-report.ts';
import type {
  BatchInput,
  CheckedBatch,
  CompileInput,
  OpenInput,
  StampedBatch,
  StampingTask,
  TaskResults,
} from './stamping-tasks.ts';
import type { StampingThread } from './stamping-thread.ts';

/** The user of a template. */
export interface Caller {
  /** The account; accounts alternate. */
  owner: string;
  /** Aborting it removes the tasks that wait for a thread. */
  signal?: AbortSignal | undefined;
}

/** A template in the pool. Each thread compiles it before its first task. */
export interface TemplateHandle {
  key: string;
  input: CompileInput;
  caller: Caller;
  /** Call when a task or job has ended: an evicted template leaves the threads then. */
  release(): void;
}

/** A bulk job in the pool. Batches run on any thread; results arrive in any order. */
export interface PooledJob {
  /** The first part of every document of the job. */
  readonly base: ZipBase;
  /** `limits` bounds the listed problems: those of a whole batch can be megabytes. */
  check(batch: BatchInput, limits: ProblemLimits): Promise<CheckedBatch>;
  stamp(batch: BatchInput): Promise<StampedBatch>;
  /** Always call it: the threads hold the job's fonts until then. */
  close(): void;
}

/** Runs a task for one document, before the waiting batches of its owner. */
export async function runTask<Action extends 'fill' | 'read'>(
  pool: ThreadPool<StampingThread>,
  template: TemplateHandle,
  task: Extract<StampingTask, { action: Action }>,
): Promise<TaskResults[Action]> {
  const { owner, signal } = template.caller;
  const run = (thread: StampingThread) => {
    compileOn(thread, template);
    return thread.perform<Action>(task);
  };
  const prefers = (thread: StampingThread) => thread.hasTemplate(template.key);
  try {
    return await pool.run(run, { owner, signal, prefers, isUrgent: true });
  } finally {
    template.release();
  }
}

/** Opens a job on one thread. The other threads open it before their first batch. A task takes `milliseconds` and a row. */
export async function openJob(
  pool: ThreadPool<StampingThread>,
  template: TemplateHandle,
  { id, input, milliseconds }: { id: number; input: OpenInput; milliseconds: number },
): Promise<PooledJob> {
  const { owner, signal } = template.caller;
  const openOn = (thread: StampingThread) => {
    compileOn(thread, template);
    return thread.open({ action: 'open', template: template.key, job: id, input });
  };
  const runBatch = <Result>(task: (thread: StampingThread) => Promise<Result>) => {
    const run = (thread: StampingThread) => {
      // When opening fails, the batch behind it fails as well and reports the error.
      if (!thread.hasJob(id)) openOn(thread).catch(() => thread.closeJob(id));
      return task(thread);
    };
    return pool.run(run, { owner, signal, prefers: (thread) => thread.hasJob(id) });
  };
  const close = () => {
    for (const thread of pool.threads) thread.closeJob(id);
    template.release();
  };
  try {
    const prefers = (thread: StampingThread) => thread.hasTemplate(template.key);
    const base = await pool.run(openOn, { owner, signal, prefers, isUrgent: true });
    return {
      base,
      check: async (batch, limits) => {
        const parts = await runInParts((rowsDone) =>
          runBatch((thread) =>
            thread.perform({ action: 'check', job: id, batch: { ...batch, rowsDone, milliseconds }, limits }),
          ),
        );
        return joinChecked(parts, limits);
      },
      stamp: async (batch) => {
        const parts = await runInParts((rowsDone) =>
          runBatch((thread) =>
            thread.perform({ action: 'stamp', job: id, batch: { ...batch, rowsDone, milliseconds } }),
          ),
        );
        return joinStamped(parts);
      },
      close,
    };
  } catch (error) {
    close();
    throw error;
  }
}

function compileOn(thread: StampingThread, { key, input }: TemplateHandle): void {
  if (!thread.hasTemplate(key)) thread.compile(key, input).catch(() => thread.evict(key));
}

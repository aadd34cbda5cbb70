import type { ZipBase } from '../stamping/zip-entry.ts';
import type { PoolWorker } from './pool-worker.ts';
import type { ProblemLimits } from './problem-report.ts';
import type {
  BatchInput,
  CheckedBatch,
  CompileInput,
  OpenInput,
  StampedBatch,
  TaskResults,
  WorkerTask,
} from './worker-messages.ts';
import type { WorkerPool } from './worker-pool.ts';

/** A template in the pool. Each worker compiles it before its first task. */
export interface TemplateHandle {
  key: string;
  input: CompileInput;
  /** Call when a task or job has ended: an evicted template leaves the workers then. */
  release(): void;
}

/** A bulk job in the pool. Batches run on any worker; results arrive in any order. */
export interface PooledJob {
  /** The first part of every document of the job. */
  readonly base: ZipBase;
  /** `limits` bounds the listed problems: those of a whole batch can be megabytes. */
  check(batch: BatchInput, limits: ProblemLimits): Promise<CheckedBatch>;
  stamp(batch: BatchInput): Promise<StampedBatch>;
  /** Always call it: the workers hold the job's fonts until then. */
  close(): void;
}

/** Runs a task for one document, ahead of the waiting batches. */
export async function runTask<Action extends 'fill' | 'read'>(
  pool: WorkerPool,
  template: TemplateHandle,
  task: Extract<WorkerTask, { action: Action }>,
): Promise<TaskResults[Action]> {
  try {
    return await pool.run(
      (worker) => {
        compileOn(worker, template);
        return worker.run<Action>(task);
      },
      { prefers: (worker) => worker.templates.has(template.key), isUrgent: true },
    );
  } finally {
    template.release();
  }
}

/** Opens a job on one worker. The other workers open it before their first batch. */
export async function openJob(
  pool: WorkerPool,
  template: TemplateHandle,
  { id, input }: { id: number; input: OpenInput },
): Promise<PooledJob> {
  const openOn = (worker: PoolWorker) => {
    compileOn(worker, template);
    worker.openJobs.add(id);
    return worker.run({ action: 'open', template: template.key, job: id, input });
  };
  const runBatch = <Result>(task: (worker: PoolWorker) => Promise<Result>) =>
    pool.run(
      (worker) => {
        // When opening fails, the batch behind it fails as well and reports the error.
        if (!worker.openJobs.has(id)) openOn(worker).catch(() => worker.closeJob(id));
        return task(worker);
      },
      { prefers: (worker) => worker.openJobs.has(id) },
    );
  const close = () => {
    for (const worker of pool.workers) worker.closeJob(id);
    template.release();
  };
  try {
    const base = await pool.run(openOn, {
      prefers: (worker) => worker.templates.has(template.key),
      isUrgent: true,
    });
    return {
      base,
      check: (batch, limits) => runBatch((worker) => worker.run({ action: 'check', job: id, batch, limits })),
      stamp: (batch) => runBatch((worker) => worker.run({ action: 'stamp', job: id, batch })),
      close,
    };
  } catch (error) {
    close();
    throw error;
  }
}

function compileOn(worker: PoolWorker, { key, input }: TemplateHandle): void {
  if (worker.templates.has(key)) return;
  worker.templates.add(key);
  worker.run({ action: 'compile', template: key, input }).catch(() => worker.evict(key));
}

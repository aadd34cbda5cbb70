import type { ZipBase } from '../stamping/zip-entry.ts';
import type { PoolWorker } from './pool-worker.ts';
import type { KeptProblems, ProblemReport } from './problem-report.ts';
import type { CompileInput, StampedBatch, TaskResults, WorkerTask } from './worker-messages.ts';
import type { WorkerPool } from './worker-pool.ts';

/** A template that each thread compiles when it first gets work of it. */
export interface TemplatePlace {
  key: string;
  spec: CompileInput;
  /** To be called when work with it has ended. */
  done(): void;
}

/** A bulk job on the threads. Batches go to any thread, and their results come in any order. */
export interface PooledJob {
  /** What every document of the job begins with. */
  readonly base: ZipBase;
  /** No more problems than `kept` come one by one, since those of a whole batch can be megabytes. */
  check(payload: Uint8Array, kept: KeptProblems): Promise<ProblemReport>;
  stamp(payload: Uint8Array): Promise<StampedBatch>;
  /** Must be called, or the threads keep the job. */
  close(): void;
}

/** One document, or what it would hold, ahead of the batches that wait. */
export async function runTask<Action extends 'fill' | 'read'>(
  pool: WorkerPool,
  place: TemplatePlace,
  task: Extract<WorkerTask, { action: Action }>,
): Promise<TaskResults[Action]> {
  const { key } = place;
  const work = (thread: PoolWorker) => {
    sendTemplate(thread, place);
    return thread.run<Action>(task);
  };
  try {
    return await pool.run(work, { prefers: (thread) => thread.templates.has(key), isUrgent: true });
  } finally {
    place.done();
  }
}

/** Opens a job on one thread, which tells the base; the others follow with their first batch. */
export async function openJob(
  pool: WorkerPool,
  place: TemplatePlace,
  { id, characters }: { id: number; characters: readonly number[] },
): Promise<PooledJob> {
  const open = (thread: PoolWorker) => {
    sendTemplate(thread, place);
    thread.openJobs.add(id);
    return thread.run({ action: 'open', template: place.key, job: id, characters });
  };
  const onThread = <Result>(work: (thread: PoolWorker) => Promise<Result>) =>
    pool.run(
      (thread) => {
        // What the thread lacks is sent ahead; should that fail, the work behind it fails too and tells.
        if (!thread.openJobs.has(id)) open(thread).catch(() => thread.closeJob(id));
        return work(thread);
      },
      { prefers: (thread) => thread.openJobs.has(id) },
    );
  const close = () => {
    for (const thread of pool.threads) thread.closeJob(id);
    place.done();
  };
  try {
    const prefers = (thread: PoolWorker) => thread.templates.has(place.key);
    const base = await pool.run(open, { prefers, isUrgent: true });
    return {
      base,
      check: (payload, kept) => onThread((thread) => thread.run({ action: 'check', job: id, payload, kept })),
      stamp: (payload) => onThread((thread) => thread.run({ action: 'stamp', job: id, payload })),
      close,
    };
  } catch (error) {
    close();
    throw error;
  }
}

function sendTemplate(thread: PoolWorker, { key, spec }: TemplatePlace): void {
  if (thread.templates.has(key)) return;
  thread.templates.add(key);
  thread.run({ action: 'compile', template: key, spec }).catch(() => thread.forget(key));
}

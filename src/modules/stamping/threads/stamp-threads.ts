import { StampThread } from './stamp-thread.ts';
import type { CheckedBatch, OpenedJob, StampedBatch, StampJobSpec } from './thread-messages.ts';

export interface StampThreadsOptions {
  threads: number;
  /** Milliseconds one batch, or one compilation, may take. */
  timeoutMs: number;
}

/** A job's place on the threads. Close it, or its compiled template stays in memory. */
export interface ThreadedJob {
  readonly opened: OpenedJob;
  check(payload: Uint8Array): Promise<CheckedBatch>;
  stamp(payload: Uint8Array): Promise<StampedBatch>;
  close(): void;
}

/** Where templates are compiled and rows stamped: threads shared by all jobs, which take turns batch by batch. */
export interface StampThreads {
  /** How many batches keep every thread busy. */
  readonly width: number;
  /** Compiles the job's template on one thread; the others compile it when they get their first batch. */
  open(spec: StampJobSpec): Promise<ThreadedJob>;
  /** Starts the threads ahead of the first job. */
  warmUp(): void;
  close(): Promise<void>;
}

/** Two tasks a thread: the next one is there when the first is done. */
const TASKS_PER_THREAD = 2;

export function createStampThreads(options: StampThreadsOptions): StampThreads {
  const threads: StampThread[] = [];
  const waiting: ((thread: StampThread) => void)[] = [];
  const specs = new Map<number, StampJobSpec>();
  let lastJob = 0;
  let isClosed = false;

  /** The thread with the least to do, a new one while there may be more; undefined when all are full. */
  const findThread = (): StampThread | undefined => {
    for (let at = threads.length - 1; at >= 0; at -= 1) if (threads[at]?.isOver) threads.splice(at, 1);
    const [least] = threads.toSorted((a, b) => a.load - b.load);
    if (least !== undefined && (least.load === 0 || threads.length >= options.threads)) {
      return least.load < TASKS_PER_THREAD ? least : undefined;
    }
    const thread = new StampThread(options.timeoutMs);
    threads.push(thread);
    return thread;
  };

  const pump = () => {
    while (waiting.length > 0) {
      const thread = findThread();
      if (thread === undefined) return;
      waiting.shift()?.(thread);
    }
  };

  const onThread = async <Result>(work: (thread: StampThread) => Promise<Result>): Promise<Result> => {
    if (isClosed) throw new Error('The service is stopping.');
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    waiting.push((thread) => {
      work(thread).then(resolve, reject);
    });
    pump();
    try {
      return await promise;
    } finally {
      pump();
    }
  };

  /** A batch goes to any thread; one that has not compiled the job's template yet is told to do so first. */
  const onJobThread = <Result>(job: number, work: (thread: StampThread) => Promise<Result>) =>
    onThread(async (thread) => {
      const spec = specs.get(job);
      if (spec === undefined) throw new Error(`Job ${job} is closed.`);
      if (!thread.openJobs.has(job)) {
        thread.openJobs.add(job);
        // Should this fail, the batch behind it fails too and tells.
        thread.run({ action: 'open', job, spec }).catch(() => thread.closeJob(job));
      }
      return work(thread);
    });

  return {
    width: options.threads * TASKS_PER_THREAD,
    async open(given) {
      const job = ++lastJob;
      const spec = { ...given, pdf: shareBytes(given.pdf) };
      specs.set(job, spec);
      const close = () => {
        specs.delete(job);
        for (const thread of threads) thread.closeJob(job);
      };
      try {
        const opened = await onThread((thread) => {
          thread.openJobs.add(job);
          return thread.run({ action: 'open', job, spec });
        });
        return {
          opened,
          check: (payload) => onJobThread(job, (thread) => thread.run({ action: 'check', job, payload })),
          stamp: (payload) => onJobThread(job, (thread) => thread.run({ action: 'stamp', job, payload })),
          close,
        };
      } catch (error) {
        close();
        throw error;
      }
    },
    warmUp() {
      while (threads.length < options.threads) threads.push(new StampThread(options.timeoutMs));
    },
    async close() {
      isClosed = true;
      await Promise.all(threads.splice(0).map((thread) => thread.close()));
    },
  };
}

/** Every thread reads the same memory instead of getting a copy sent. */
function shareBytes(bytes: Uint8Array): Uint8Array {
  const shared = new Uint8Array(new SharedArrayBuffer(bytes.byteLength));
  shared.set(bytes);
  return shared;
}

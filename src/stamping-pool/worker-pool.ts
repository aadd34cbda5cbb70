import { PoolWorker, WorkerLost } from './pool-worker.ts';

export interface WorkerPoolOptions {
  threads: number;
  /** Milliseconds one batch, one document, or one compilation may take. */
  timeoutMs: number;
}

export interface Placement {
  /** Threads that would rather take it, when they have no more to do than others. */
  prefers?: (thread: PoolWorker) => boolean;
  /** Before all that wait and are not. */
  isUrgent?: boolean;
}

/** A few threads that share the work of all jobs, which take turns task by task. */
export interface WorkerPool {
  /** How many tasks keep every thread busy. */
  readonly width: number;
  /** Does work on a thread when one is free. What was lost with a thread is done again on another. */
  run<Result>(work: (thread: PoolWorker) => Promise<Result>, placement?: Placement): Promise<Result>;
  /** Those that run now. */
  readonly threads: readonly PoolWorker[];
  /** Tasks at this moment. */
  load(): { running: number; waiting: number };
  /** Starts the threads ahead of the first job. */
  warmUp(): void;
  close(): Promise<void>;
}

/** Two tasks a thread: the next one is there when the first is done. */
const TASKS_PER_THREAD = 2;
/** Work that loses its thread so often does not get another. */
const MAX_TRIES = 3;

export function createWorkerPool(options: WorkerPoolOptions): WorkerPool {
  const threads: PoolWorker[] = [];
  const waiting: { start: (thread: PoolWorker) => void; prefers: (thread: PoolWorker) => boolean }[] = [];
  let isClosed = false;

  /** The thread with the least to do, a new one while there may be more; undefined when all are full. */
  const findThread = (prefers: (thread: PoolWorker) => boolean): PoolWorker | undefined => {
    for (let at = threads.length - 1; at >= 0; at -= 1) if (threads[at]?.isOver) threads.splice(at, 1);
    const rank = (thread: PoolWorker) => 2 * thread.load + (prefers(thread) ? 0 : 1);
    const [least] = threads.toSorted((a, b) => rank(a) - rank(b));
    if (least !== undefined && (least.load === 0 || threads.length >= options.threads)) {
      return least.load < TASKS_PER_THREAD ? least : undefined;
    }
    const thread = new PoolWorker(options.timeoutMs);
    threads.push(thread);
    return thread;
  };

  const pump = () => {
    for (let [next] = waiting; next !== undefined; [next] = waiting) {
      const thread = findThread(next.prefers);
      if (thread === undefined) return;
      waiting.shift();
      next.start(thread);
    }
  };

  const runOnce = async <Result>(
    work: (thread: PoolWorker) => Promise<Result>,
    { prefers = () => false, isUrgent = false }: Placement,
  ): Promise<Result> => {
    if (isClosed) throw new Error('The service is stopping.');
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    const start = (thread: PoolWorker) => {
      work(thread).then(resolve, reject);
    };
    if (isUrgent) waiting.unshift({ start, prefers });
    else waiting.push({ start, prefers });
    pump();
    try {
      return await promise;
    } finally {
      pump();
    }
  };

  return {
    width: options.threads * TASKS_PER_THREAD,
    async run(work, placement = {}) {
      for (let tries = 1; ; tries += 1) {
        try {
          return await runOnce(work, placement);
        } catch (error) {
          if (!(error instanceof WorkerLost) || tries >= MAX_TRIES) throw error;
        }
      }
    },
    threads,
    load: () => ({
      running: threads.reduce((sum, { load }) => sum + load, 0),
      waiting: waiting.length,
    }),
    warmUp() {
      while (threads.length < options.threads) threads.push(new PoolWorker(options.timeoutMs));
    },
    async close() {
      isClosed = true;
      await Promise.all(threads.splice(0).map((thread) => thread.close()));
    },
  };
}

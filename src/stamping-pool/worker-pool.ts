import { PoolWorker, WorkerLost } from './pool-worker.ts';

export interface WorkerPoolOptions {
  /** The largest number of worker threads. */
  threads: number;
  /** Milliseconds that one batch, one document or one compilation may take. */
  timeoutMs: number;
}

export interface TaskOptions {
  /** Workers that have what the task needs: chosen over others with the same load. */
  prefers?: (worker: PoolWorker) => boolean;
  /** Runs before all waiting tasks that are not urgent. */
  isUrgent?: boolean;
}

/** Worker threads that share the tasks of all jobs. */
export interface WorkerPool {
  /** The number of tasks that keeps every worker busy. */
  readonly width: number;
  /** Runs a task when a worker is free. A task whose worker was lost runs again on another worker. */
  run<Result>(task: (worker: PoolWorker) => Promise<Result>, options?: TaskOptions): Promise<Result>;
  readonly workers: readonly PoolWorker[];
  load(): { running: number; waiting: number };
  /** Starts all workers ahead of the first task. */
  warmUp(): void;
  close(): Promise<void>;
}

/** The second task waits in the worker, so that the worker is never idle between two tasks. */
const TASKS_PER_WORKER = 2;
const MAX_ATTEMPTS = 3;

interface WaitingTask {
  start: (worker: PoolWorker) => void;
  prefers: (worker: PoolWorker) => boolean;
}

export function createWorkerPool(options: WorkerPoolOptions): WorkerPool {
  const workers: PoolWorker[] = [];
  const waiting: WaitingTask[] = [];
  let isClosed = false;

  /** The worker with the lowest load, or a new one below the limit; undefined when all are full. */
  const findWorker = (prefers: WaitingTask['prefers']): PoolWorker | undefined => {
    for (let at = workers.length - 1; at >= 0; at -= 1) if (workers[at]?.isOver) workers.splice(at, 1);
    const rank = (worker: PoolWorker) => 2 * worker.load + (prefers(worker) ? 0 : 1);
    const [best] = workers.toSorted((a, b) => rank(a) - rank(b));
    if (best !== undefined && (best.load === 0 || workers.length >= options.threads)) {
      return best.load < TASKS_PER_WORKER ? best : undefined;
    }
    const worker = new PoolWorker(options.timeoutMs);
    workers.push(worker);
    return worker;
  };

  const startWaiting = () => {
    for (let [next] = waiting; next !== undefined; [next] = waiting) {
      const worker = findWorker(next.prefers);
      if (worker === undefined) return;
      waiting.shift();
      next.start(worker);
    }
  };

  const runOnce = async <Result>(
    task: (worker: PoolWorker) => Promise<Result>,
    { prefers = () => false, isUrgent = false }: TaskOptions,
  ): Promise<Result> => {
    if (isClosed) throw new Error('The service is stopping.');
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    const start = (worker: PoolWorker) => {
      task(worker).then(resolve, reject);
    };
    if (isUrgent) waiting.unshift({ start, prefers });
    else waiting.push({ start, prefers });
    startWaiting();
    try {
      return await promise;
    } finally {
      startWaiting();
    }
  };

  return {
    width: options.threads * TASKS_PER_WORKER,
    async run(task, taskOptions = {}) {
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await runOnce(task, taskOptions);
        } catch (error) {
          if (!(error instanceof WorkerLost) || attempt >= MAX_ATTEMPTS) throw error;
        }
      }
    },
    workers,
    load: () => ({
      running: workers.reduce((sum, { load }) => sum + load, 0),
      waiting: waiting.length,
    }),
    warmUp() {
      while (workers.length < options.threads) workers.push(new PoolWorker(options.timeoutMs));
    },
    async close() {
      isClosed = true;
      await Promise.all(workers.splice(0).map((worker) => worker.close()));
    },
  };
}

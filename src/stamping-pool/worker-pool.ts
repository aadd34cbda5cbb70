import { PoolWorker, WorkerLost } from './pool-worker.ts';

export interface WorkerPoolOptions {
  /** The largest number of worker threads. */
  threads: number;
  /** Milliseconds that one batch, one document or one compilation may take. */
  timeoutMs: number;
  /** Milliseconds without a task after which the workers end; the next task starts one. Default: half a minute. */
  idleMs?: number;
}

export interface PoolLoad {
  running: number;
  waiting: number;
  workers: number;
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
  load(): PoolLoad;
  close(): Promise<void>;
}

/** The second task waits in the worker, so that the worker is never idle between two tasks. */
const TASKS_PER_WORKER = 2;
const MAX_ATTEMPTS = 3;
const IDLE_MS = 30_000;

interface WaitingTask {
  start: (worker: PoolWorker) => void;
  prefers: (worker: PoolWorker) => boolean;
}

/** Calls `onIdle` when it has ended all workers because no task came. */
export function createWorkerPool(options: WorkerPoolOptions, onIdle: () => void): WorkerPool {
  const { idleMs = IDLE_MS } = options;
  const workers: PoolWorker[] = [];
  const waiting: WaitingTask[] = [];
  let isClosed = false;
  let idleTimer: NodeJS.Timeout | undefined;

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

  const isIdle = () => waiting.length === 0 && workers.every(({ load }) => load === 0);

  const endWhenIdle = () => {
    clearTimeout(idleTimer);
    idleTimer = setTimeout(() => {
      if (!isIdle()) return;
      for (const worker of workers.splice(0)) void worker.close();
      onIdle();
    }, idleMs).unref();
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
    clearTimeout(idleTimer);
    if (isUrgent) waiting.unshift({ start, prefers });
    else waiting.push({ start, prefers });
    startWaiting();
    try {
      return await promise;
    } finally {
      startWaiting();
      if (isIdle() && !isClosed) endWhenIdle();
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
      workers: workers.length,
    }),
    async close() {
      isClosed = true;
      clearTimeout(idleTimer);
      await Promise.all(workers.splice(0).map((worker) => worker.close()));
    },
  };
}

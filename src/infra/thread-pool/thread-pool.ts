import { type BusyReason, createLimiter } from '../limiter.ts';
import { type PoolThread, ThreadLost } from './pool-thread.ts';

export interface ThreadPoolOptions<Thread extends PoolThread> {
  createThread: () => Thread;
  /** The largest number of threads. */
  threads: number;
  /** Threads that the tasks of one owner may take. Default: all, while no other owner waits. */
  threadsPerOwner?: number;
  /** A thread gets its next task while it works on one, so that it is never idle between two tasks. */
  isPrefetching?: boolean;
  /** Milliseconds without a task after which the threads end; the next task starts one. Default: half a minute. */
  idleMs?: number | undefined;
  /** Called when all threads have ended because no task came. */
  onIdle?: () => void;
  /** Tasks that may wait, of all owners and of one owner; see `LimiterOptions`. */
  maxQueue?: number;
  maxQueuePerOwner?: number;
  /** The error for a task that finds the queue full. */
  busy: (reason: BusyReason) => Error;
}

export interface PoolLoad {
  /** Tasks that a thread has. */
  running: number;
  waiting: number;
  threads: number;
}

interface PoolTaskOptions<Thread extends PoolThread> {
  /** The account whose task it is. Owners alternate, as in `Limiter`. */
  owner: string;
  /** Aborting it removes the task while it waits. To end a running task, pass the signal to `PoolThread.run` too. */
  signal?: AbortSignal | undefined;
  /** Threads that have what the task needs: chosen over others with the same load. */
  prefers?: (thread: Thread) => boolean;
  /** Runs before the owner's waiting tasks that are not urgent. */
  isUrgent?: boolean;
}

/** Threads that share the tasks of all owners. They start when they are needed. */
export interface ThreadPool<Thread extends PoolThread> {
  /** The number of tasks that keeps every thread busy. */
  readonly width: number;
  readonly threads: readonly Thread[];
  /**
   * Calls `task` with a thread that is free. A task whose thread ended because of another task runs again on another
   * thread. Throws the error of `task` or of `busy`, or the reason of `signal`.
   */
  run<Result>(task: (thread: Thread) => Promise<Result>, options: PoolTaskOptions<Thread>): Promise<Result>;
  /** Starts a thread if there is none, for a task that will come soon. */
  warmUp(): void;
  load(): PoolLoad;
  close(): Promise<void>;
}

const MAX_ATTEMPTS = 3;
const IDLE_MS = 30_000;

export function createThreadPool<Thread extends PoolThread>(
  options: ThreadPoolOptions<Thread>,
): ThreadPool<Thread> {
  const { isPrefetching = false, idleMs = IDLE_MS, threadsPerOwner = options.threads } = options;
  const { maxQueue = Number.POSITIVE_INFINITY, maxQueuePerOwner = maxQueue, busy } = options;
  /** One for each thread: with prefetching for its next task, else for the task it works on. */
  const slots = createLimiter({
    concurrency: options.threads,
    perOwner: threadsPerOwner,
    maxQueue,
    maxQueuePerOwner,
    busy,
  });
  const threads: Thread[] = [];
  /** For each thread the releases of its tasks' slots, in the order of the tasks. */
  const tasksOf = new Map<Thread, (() => void)[]>();
  let idleTimer: NodeJS.Timeout | undefined;
  let isClosed = false;

  const removeEnded = () => {
    for (const thread of threads.filter(({ isOver }) => isOver)) {
      threads.splice(threads.indexOf(thread), 1);
      tasksOf.delete(thread);
    }
  };

  /** The thread with the fewest tasks, or a new one below the limit. */
  const chooseThread = (prefers: (thread: Thread) => boolean): Thread => {
    removeEnded();
    const rank = (thread: Thread) => 2 * (tasksOf.get(thread)?.length ?? 0) + (prefers(thread) ? 0 : 1);
    const [best] = threads.toSorted((a, b) => rank(a) - rank(b));
    if (best !== undefined && (rank(best) <= 1 || threads.length >= options.threads)) return best;
    return addThread();
  };

  const addThread = (): Thread => {
    const thread = options.createThread();
    threads.push(thread);
    tasksOf.set(thread, []);
    return thread;
  };

  const endWhenIdle = () => {
    clearTimeout(idleTimer);
    idleTimer = setTimeout(() => {
      for (const thread of threads.splice(0)) {
        tasksOf.delete(thread);
        void thread.close();
      }
      options.onIdle?.();
    }, idleMs).unref();
  };

  const isIdle = () => {
    const { running, waiting } = slots.load();
    return running + waiting === 0 && [...tasksOf.values()].every(({ length }) => length === 0);
  };

  const runOnce = async <Result>(
    task: (thread: Thread) => Promise<Result>,
    { owner, signal, isUrgent = false, prefers = () => false }: PoolTaskOptions<Thread>,
  ): Promise<Result> => {
    const release = await slots.acquire(owner, { signal, isUrgent });
    clearTimeout(idleTimer);
    const thread = chooseThread(prefers);
    const tasks = tasksOf.get(thread) ?? [];
    tasks.push(release);
    const releaseFirst = () => isPrefetching && tasks[0]?.();
    releaseFirst();
    try {
      return await task(thread);
    } finally {
      tasks.splice(tasks.indexOf(release), 1);
      release();
      releaseFirst();
      if (isIdle() && !isClosed) endWhenIdle();
    }
  };

  return {
    width: isPrefetching ? 2 * options.threads : options.threads,
    threads,
    async run(task, taskOptions) {
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await runOnce(task, taskOptions);
        } catch (error) {
          if (!(error instanceof ThreadLost) || attempt >= MAX_ATTEMPTS) throw error;
        }
      }
    },
    warmUp() {
      removeEnded();
      if (isClosed || threads.length > 0) return;
      addThread();
      endWhenIdle();
    },
    load: () => ({
      running: [...tasksOf.values()].reduce((sum, { length }) => sum + length, 0),
      waiting: slots.load().waiting,
      threads: threads.length,
    }),
    async close() {
      isClosed = true;
      clearTimeout(idleTimer);
      slots.close(new Error('The service is stopping.'));
      await Promise.all(threads.splice(0).map((thread) => thread.close()));
    },
  };
}

export interface LimiterOptions {
  /** Slots. */
  concurrency: number;
  /** Callers that may wait for a slot. The next caller is rejected. */
  maxQueue: number;
  /** Longest wait for a slot. Default: no limit. */
  timeoutMs?: number;
  /** The error for a caller that finds the queue full or waits too long. */
  busy: () => Error;
}

/** Lets a number of callers work at the same time; further callers wait in order. */
export interface Limiter {
  /** Waits for a slot. Throws `busy`, or the reason of `signal`. The result releases the slot; further calls do nothing. */
  acquire(signal?: AbortSignal): Promise<() => void>;
  /** Runs `task` in a slot. */
  run<Result>(task: () => Promise<Result>, signal?: AbortSignal): Promise<Result>;
  load(): { running: number; waiting: number };
  /** Rejects the callers that wait and all later ones. */
  close(reason: Error): void;
}

export function createLimiter({ concurrency, maxQueue, timeoutMs, busy }: LimiterOptions): Limiter {
  const queue: PromiseWithResolvers<void>[] = [];
  let running = 0;
  let closed: Error | null = null;

  const release = (): void => {
    const next = queue.shift();
    if (next === undefined) running -= 1;
    else next.resolve();
  };

  const wait = async (signal?: AbortSignal): Promise<void> => {
    const caller = Promise.withResolvers<void>();
    queue.push(caller);
    const leave = (reason: unknown): void => {
      const at = queue.indexOf(caller);
      if (at >= 0) queue.splice(at, 1);
      caller.reject(reason);
    };
    const onAbort = (): void => leave(signal?.reason);
    signal?.addEventListener('abort', onAbort, { once: true });
    const timer = timeoutMs === undefined ? undefined : setTimeout(() => leave(busy()), timeoutMs).unref();
    try {
      await caller.promise;
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
    }
  };

  const acquire = async (signal?: AbortSignal): Promise<() => void> => {
    signal?.throwIfAborted();
    if (closed !== null) throw closed;
    if (running < concurrency) running += 1;
    else if (queue.length < maxQueue) await wait(signal);
    else throw busy();
    let isReleased = false;
    return () => {
      if (!isReleased) release();
      isReleased = true;
    };
  };

  return {
    acquire,
    async run(task, signal) {
      const done = await acquire(signal);
      try {
        return await task();
      } finally {
        done();
      }
    },
    load: () => ({ running, waiting: queue.length }),
    close(reason) {
      closed = reason;
      for (const caller of queue.splice(0)) caller.reject(reason);
    },
  };
}

/** A limiter for each key, for example an account. */
export interface KeyedLimiter {
  acquire(key: string, signal?: AbortSignal): Promise<() => void>;
}

export function createKeyedLimiter(options: LimiterOptions): KeyedLimiter {
  const limiters = new Map<string, Limiter>();
  return {
    async acquire(key, signal) {
      const limiter = limiters.get(key) ?? createLimiter(options);
      limiters.set(key, limiter);
      const removeIdle = () => {
        if (limiter.load().running === 0) limiters.delete(key);
      };
      try {
        const release = await limiter.acquire(signal);
        return () => {
          release();
          removeIdle();
        };
      } catch (error) {
        removeIdle();
        throw error;
      }
    },
  };
}

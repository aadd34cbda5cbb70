/** Why a caller is rejected: its owner's queue is full, the whole queue is full, or the caller waited too long. */
export type BusyReason = 'owner' | 'total' | 'time';

export interface LimiterOptions {
  /** Slots that all owners share. Default: no limit. */
  concurrency?: number;
  /** Slots that one owner may hold, also while no other owner waits. Default: all. */
  perOwner?: number;
  /** Callers that may wait. When the queue is full, the longest queue of an owner loses its last caller. Default: no limit. */
  maxQueue?: number;
  /** Callers of one owner that may wait. Default: `maxQueue`. */
  maxQueuePerOwner?: number;
  /** Longest wait for a slot in milliseconds. Default: no limit. */
  timeoutMs?: number;
  /** The error for a caller that is rejected. */
  busy: (reason: BusyReason) => Error;
}

export interface AcquireOptions {
  /** Aborting it rejects the caller while it waits. */
  signal?: AbortSignal | undefined;
  /** Gets a slot before the owner's callers that are not urgent. Other owners are not affected. */
  isUrgent?: boolean;
  /** Longest wait of this caller in milliseconds. Default: that of the limiter. */
  timeoutMs?: number | undefined;
}

/**
 * Shares slots among owners, for example accounts. Owners alternate. While callers of several owners wait, an owner gets
 * no more than half of the slots, rounded up. Callers of one owner are served in order.
 */
export interface Limiter {
  /** Waits for a slot. Throws `busy`, or the reason of `signal`. The result releases the slot; further calls do nothing. */
  acquire(owner: string, options?: AcquireOptions): Promise<() => void>;
  /** Runs `task` in a slot. Throws as `acquire`, or the error of the task. */
  run<Result>(owner: string, task: () => Promise<Result>, options?: AcquireOptions): Promise<Result>;
  load(): { running: number; waiting: number };
  /** Rejects the callers that wait and all later ones. */
  close(reason: Error): void;
}

interface Caller {
  isUrgent: boolean;
  start: () => void;
  reject: (reason: unknown) => void;
}

export function createLimiter(options: LimiterOptions): Limiter {
  const { concurrency = Number.POSITIVE_INFINITY, maxQueue = Number.POSITIVE_INFINITY, busy } = options;
  const { perOwner = concurrency, maxQueuePerOwner = maxQueue } = options;
  /** Slots by owner; only owners that hold one. */
  const held = new Map<string, number>();
  /** Callers that wait, by owner, in the order in which the owners are served. */
  const queues = new Map<string, Caller[]>();
  let running = 0;
  let waiting = 0;
  let closed: Error | null = null;

  const heldBy = (owner: string) => held.get(owner) ?? 0;

  const take = (owner: string) => {
    running += 1;
    held.set(owner, heldBy(owner) + 1);
  };

  const release = (owner: string) => {
    running -= 1;
    if (heldBy(owner) > 1) held.set(owner, heldBy(owner) - 1);
    else held.delete(owner);
    startWaiting();
  };

  const findNextOwner = (): string | undefined => {
    const able = [...queues.keys()].filter((owner) => heldBy(owner) < perOwner);
    const most = able.length > 1 ? Math.ceil(concurrency / 2) : concurrency;
    return able.find((owner) => heldBy(owner) < most);
  };

  const startWaiting = () => {
    while (running < concurrency) {
      const owner = findNextOwner();
      const [caller] = queues.get(owner ?? '') ?? [];
      if (owner === undefined || caller === undefined) return;
      const queue = remove(owner, caller);
      // Its next caller is served after those of all other owners.
      queues.delete(owner);
      if (queue.length > 0) queues.set(owner, queue);
      take(owner);
      caller.start();
    }
  };

  /** Returns the rest of the owner's queue; does nothing if the caller no longer waits. */
  const remove = (owner: string, caller: Caller): Caller[] => {
    const queue = queues.get(owner) ?? [];
    const at = queue.indexOf(caller);
    if (at < 0) return queue;
    queue.splice(at, 1);
    waiting -= 1;
    if (queue.length === 0) queues.delete(owner);
    return queue;
  };

  /** Rejects the last caller of the longest queue, if that queue is longer than the owner's even afterwards. */
  const makeSpaceFor = (owner: string): boolean => {
    const [longest = ['', []]] = [...queues].toSorted(([, a], [, b]) => b.length - a.length);
    const last = longest[1].at(-1);
    if (last === undefined || longest[1].length <= (queues.get(owner)?.length ?? 0) + 1) return false;
    remove(longest[0], last);
    last.reject(busy('total'));
    return true;
  };

  const enqueue = (owner: string, caller: Caller) => {
    const queue = queues.get(owner) ?? [];
    queues.set(owner, queue);
    const firstOther = caller.isUrgent ? queue.findIndex(({ isUrgent }) => !isUrgent) : -1;
    queue.splice(firstOther < 0 ? queue.length : firstOther, 0, caller);
    waiting += 1;
  };

  const wait = async (
    owner: string,
    { signal, isUrgent = false, timeoutMs = options.timeoutMs }: AcquireOptions,
  ): Promise<void> => {
    const { promise, resolve: start, reject } = Promise.withResolvers<void>();
    const caller = { isUrgent, start, reject };
    const leave = (reason: unknown) => {
      remove(owner, caller);
      reject(reason);
    };
    const onAbort = () => leave(signal?.reason);
    const timer =
      timeoutMs === undefined ? undefined : setTimeout(() => leave(busy('time')), timeoutMs).unref();
    signal?.addEventListener('abort', onAbort, { once: true });
    enqueue(owner, caller);
    try {
      await promise;
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
    }
  };

  const acquire = async (owner: string, caller: AcquireOptions = {}): Promise<() => void> => {
    caller.signal?.throwIfAborted();
    if (closed !== null) throw closed;
    if (running < concurrency && heldBy(owner) < perOwner) take(owner);
    else if ((queues.get(owner)?.length ?? 0) >= maxQueuePerOwner) throw busy('owner');
    else if (waiting >= maxQueue && !makeSpaceFor(owner)) throw busy('total');
    else await wait(owner, caller);
    let isReleased = false;
    return () => {
      if (!isReleased) release(owner);
      isReleased = true;
    };
  };

  return {
    acquire,
    async run(owner, task, options) {
      const done = await acquire(owner, options);
      try {
        return await task();
      } finally {
        done();
      }
    },
    load: () => ({ running, waiting }),
    close(reason) {
      closed = reason;
      const callers = [...queues.values()].flat();
      queues.clear();
      waiting = 0;
      for (const { reject } of callers) reject(reason);
    },
  };
}

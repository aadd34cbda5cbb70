import { type ResourceLimits, Worker } from 'node:worker_threads';
import { compileCacheEnv } from '../compile-cache.ts';
import type { ThreadRequest, ThreadResponse } from './messages.ts';

interface PoolThreadOptions {
  /** The program of the thread, which calls `runThreadProgram`. */
  program: URL;
  /** Shown in debuggers and profiles. */
  name: string;
  /** Elapsed milliseconds that one task may take. */
  timeoutMs: number;
  memory: ResourceLimits;
  /** The error of a task that ended its thread at the time limit or the memory limit. */
  exceeded: (limit: 'time' | 'memory') => Error;
  /** Restores an error that the program's `serializeError` made plain data. */
  deserializeError: (error: unknown) => unknown;
}

interface ThreadTaskOptions {
  /** Aborting it ends the thread while it works on the task. */
  signal?: AbortSignal | undefined;
}

interface Pending {
  resolve: (result: unknown) => void;
  reject: (error: unknown) => void;
}

/** The thread ended because of another task. The same task can be given to another thread. */
export class ThreadLost extends Error {}

/**
 * One worker thread. It works on its tasks one after the other. A task that exceeds the time limit or the memory of the
 * thread ends the thread: that task fails with the error of `exceeded`, the tasks behind it fail with ThreadLost.
 */
export class PoolThread {
  readonly #worker: Worker;
  readonly #options: PoolThreadOptions;
  /** In the order in which the tasks were sent, which is the order in which they run. */
  readonly #pending = new Map<number, Pending>();
  #lastId = 0;
  #isReady = false;
  #isOver = false;
  #deadline: NodeJS.Timeout | undefined;

  constructor(options: PoolThreadOptions) {
    this.#options = options;
    this.#worker = new Worker(options.program, {
      name: options.name,
      resourceLimits: options.memory,
      // Code that works on untrusted data must not have the secrets of the service.
      env: compileCacheEnv(),
      stdout: true,
      stderr: true,
    });
    // Discards the output: libraries print complaints about their input, which do not belong in the service's log.
    this.#worker.stdout.resume();
    this.#worker.stderr.resume();
    this.#worker.on('message', (response: ThreadResponse) => this.#receive(response));
    this.#worker.on('error', (error: NodeJS.ErrnoException) => {
      const isMemory = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
      this.#fail(isMemory ? options.exceeded('memory') : error);
    });
    this.#worker.on('exit', () => this.#fail(new Error(`A thread "${options.name}" ended.`)));
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** Tasks that are not finished. */
  get load(): number {
    return this.#pending.size;
  }

  /** Throws the task's error, the error of `exceeded`, the reason of `signal`, or ThreadLost. */
  async run<Result>(task: unknown, { signal }: ThreadTaskOptions = {}): Promise<Result> {
    signal?.throwIfAborted();
    if (this.#isOver) throw new ThreadLost('The thread has ended.');
    const id = ++this.#lastId;
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    this.#pending.set(id, { resolve, reject });
    if (this.#pending.size === 1) this.#startDeadline();
    this.#send({ id, task });
    const onAbort = () => {
      // A task that waits behind another one still runs; its result is not used.
      if (this.#firstId() === id) this.#end(signal?.reason);
      else reject(signal?.reason);
    };
    signal?.addEventListener('abort', onAbort, { once: true });
    try {
      return (await promise) as Result;
    } finally {
      signal?.removeEventListener('abort', onAbort);
    }
  }

  /** Sends a message that has no response. */
  notify(notice: unknown): void {
    if (!this.#isOver) this.#send({ notice });
  }

  async close(): Promise<void> {
    this.#fail(new Error('The service is stopping.'));
    await this.#worker.terminate();
  }

  #send(request: ThreadRequest): void {
    this.#worker.postMessage(request);
  }

  #firstId(): number | undefined {
    return this.#pending.keys().next().value;
  }

  /** The time of a task starts when the thread can work on it. */
  #startDeadline(): void {
    clearTimeout(this.#deadline);
    const id = this.#firstId();
    if (id === undefined || !this.#isReady) return;
    this.#deadline = setTimeout(() => {
      // After a pause of this process the response may be there already; it is read before `setImmediate`.
      setImmediate(() => {
        if (this.#firstId() === id) this.#end(this.#options.exceeded('time'));
      });
    }, this.#options.timeoutMs);
  }

  #receive(response: ThreadResponse): void {
    if ('isReady' in response) {
      this.#isReady = true;
      this.#startDeadline();
      return;
    }
    const pending = this.#pending.get(response.id);
    if (pending === undefined) return;
    this.#pending.delete(response.id);
    this.#startDeadline();
    if ('error' in response) pending.reject(this.#options.deserializeError(response.error));
    else pending.resolve(response.result);
  }

  #end(reason: unknown): void {
    this.#fail(reason);
    void this.#worker.terminate();
  }

  /** Tasks run in order, so the first pending one caused the failure. */
  #fail(reason: unknown): void {
    if (this.#isOver) return;
    this.#isOver = true;
    clearTimeout(this.#deadline);
    const lost = new ThreadLost('The thread ended because of another task.', { cause: reason });
    for (const [index, { reject }] of [...this.#pending.values()].entries()) {
      reject(index === 0 ? reason : lost);
    }
    this.#pending.clear();
  }
}

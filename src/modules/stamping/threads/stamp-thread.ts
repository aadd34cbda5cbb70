import { Worker } from 'node:worker_threads';
import { fromWire } from '../../../sandbox/wire-error.ts';
import type { TaskResults, ThreadRequest, ThreadResponse, ThreadTask } from './thread-messages.ts';

interface Pending {
  resolve: (result: TaskResults[keyof TaskResults]) => void;
  reject: (error: unknown) => void;
  deadline: NodeJS.Timeout;
}

const MAIN = new URL('./stamp-thread-main.ts', import.meta.url);
/**
 * Megabytes. Documents are short-lived; a small young generation keeps the memory of a long job flat (50,000 rows:
 * 330 MB of the process instead of 680, at the same speed).
 */
const HEAP_LIMITS = { maxOldGenerationSizeMb: 1024, maxYoungGenerationSizeMb: 8 };

/** One worker thread. A task that passes its deadline ends the thread, and with it all its other tasks. */
export class StampThread {
  readonly #worker: Worker;
  readonly #timeoutMs: number;
  readonly #pending = new Map<number, Pending>();
  #lastId = 0;
  #isOver = false;
  /** Jobs whose template this thread has compiled or is compiling. */
  readonly openJobs = new Set<number>();

  constructor(timeoutMs: number) {
    this.#timeoutMs = timeoutMs;
    this.#worker = new Worker(MAIN, { resourceLimits: HEAP_LIMITS, env: {} });
    this.#worker.on('message', (response: ThreadResponse) => this.#settle(response));
    this.#worker.on('error', (error) => this.#fail(error));
    this.#worker.on('exit', () => this.#fail(new Error('A stamping thread ended.')));
    this.#worker.unref();
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** Tasks sent and not answered yet. */
  get load(): number {
    return this.#pending.size;
  }

  run<Action extends keyof TaskResults>(
    task: Extract<ThreadTask, { action: Action }>,
  ): Promise<TaskResults[Action]> {
    const id = ++this.#lastId;
    const { promise, resolve, reject } = Promise.withResolvers<TaskResults[keyof TaskResults]>();
    const deadline = setTimeout(() => {
      this.#fail(new Error(`Stamping took longer than ${this.#timeoutMs / 1000} seconds for one batch.`));
      void this.#worker.terminate();
    }, this.#timeoutMs);
    this.#pending.set(id, { resolve, reject, deadline });
    if (this.#pending.size === 1) this.#worker.ref();
    this.#send({ id, task });
    return promise as Promise<TaskResults[Action]>;
  }

  closeJob(job: number): void {
    if (this.openJobs.delete(job)) this.#send({ close: job });
  }

  async close(): Promise<void> {
    this.#fail(new Error('The service is stopping.'));
    await this.#worker.terminate();
  }

  #send(request: ThreadRequest): void {
    this.#worker.postMessage(request);
  }

  #settle(response: ThreadResponse): void {
    const pending = this.#pending.get(response.id);
    if (pending === undefined) return;
    this.#pending.delete(response.id);
    if (this.#pending.size === 0) this.#worker.unref();
    clearTimeout(pending.deadline);
    if ('error' in response) pending.reject(fromWire(response.error));
    else pending.resolve(response.result);
  }

  #fail(error: unknown): void {
    this.#isOver = true;
    for (const { reject, deadline } of this.#pending.values()) {
      clearTimeout(deadline);
      reject(error);
    }
    this.#pending.clear();
  }
}

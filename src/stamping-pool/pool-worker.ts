import { Worker } from 'node:worker_threads';
import { deserializeError } from '../sandbox/serialize-error.ts';
import { StampingError } from '../stamping/types.ts';
import type { TaskResults, WorkerRequest, WorkerResponse, WorkerTask } from './worker-messages.ts';

interface Pending {
  resolve: (result: TaskResults[keyof TaskResults]) => void;
  reject: (error: unknown) => void;
  deadline: NodeJS.Timeout;
}

/** The thread ended under a task that had no part in it; the same task can be given to another thread. */
export class WorkerLost extends Error {}

const MAIN = new URL('./worker-main.ts', import.meta.url);
/**
 * Megabytes. Documents are short-lived; a small young generation keeps the memory of a long job flat (50,000 rows:
 * 330 MB of the process instead of 680, at the same speed).
 */
const HEAP_LIMITS = { maxOldGenerationSizeMb: 1024, maxYoungGenerationSizeMb: 8 };

/**
 * One worker thread. A task that passes its deadline or the thread's memory ends the thread: it is refused as too
 * complex, and all others that waited behind it fail with WorkerLost.
 */
export class PoolWorker {
  readonly #worker: Worker;
  readonly #timeoutMs: number;
  /** By task id, in the order in which they were sent. */
  readonly #pending = new Map<number, Pending>();
  #lastId = 0;
  #isOver = false;
  /** Templates this thread has compiled or is compiling. */
  readonly templates = new Set<string>();
  /** Jobs that are open here. */
  readonly openJobs = new Set<number>();

  constructor(timeoutMs: number) {
    this.#timeoutMs = timeoutMs;
    const quiet = { stdout: true, stderr: true };
    this.#worker = new Worker(MAIN, { name: 'stamp', resourceLimits: HEAP_LIMITS, env: {}, ...quiet });
    // Parsers of PDFs tell the console what they think of a file; the log is for what concerns the service.
    this.#worker.stdout.resume();
    this.#worker.stderr.resume();
    this.#worker.on('message', (response: WorkerResponse) => this.#settle(response));
    this.#worker.on('error', (error: NodeJS.ErrnoException) => {
      const isMemory = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
      this.#fail(isMemory ? tooComplex(`${HEAP_LIMITS.maxOldGenerationSizeMb} MB of memory`) : error);
    });
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

  /** Throws what the task throws, StampingError PDF_TOO_COMPLEX, or WorkerLost. */
  run<Action extends keyof TaskResults>(
    task: Extract<WorkerTask, { action: Action }>,
  ): Promise<TaskResults[Action]> {
    if (this.#isOver) return Promise.reject(new WorkerLost('The stamping thread has ended.'));
    const { promise, resolve, reject } = Promise.withResolvers<TaskResults[keyof TaskResults]>();
    const deadline = setTimeout(() => {
      this.#fail(tooComplex(`${this.#timeoutMs / 1000} seconds`));
      void this.#worker.terminate();
    }, this.#timeoutMs);
    const id = ++this.#lastId;
    this.#pending.set(id, { resolve, reject, deadline });
    if (this.#pending.size === 1) this.#worker.ref();
    this.#send({ id, task });
    return promise as Promise<TaskResults[Action]>;
  }

  closeJob(job: number): void {
    if (this.openJobs.delete(job)) this.#send({ close: job });
  }

  forget(template: string): void {
    if (this.templates.delete(template)) this.#send({ forget: template });
  }

  async close(): Promise<void> {
    this.#fail(new Error('The service is stopping.'));
    await this.#worker.terminate();
  }

  #send(request: WorkerRequest): void {
    this.#worker.postMessage(request);
  }

  #settle(response: WorkerResponse): void {
    const pending = this.#pending.get(response.id);
    if (pending === undefined) return;
    this.#pending.delete(response.id);
    if (this.#pending.size === 0) this.#worker.unref();
    clearTimeout(pending.deadline);
    if ('error' in response) pending.reject(deserializeError(response.error));
    else pending.resolve(response.result);
  }

  /** Tasks are worked on in their order, so the first one is to blame. */
  #fail(reason: unknown): void {
    if (this.#isOver) return;
    this.#isOver = true;
    const lost = new WorkerLost('The stamping thread ended under another task.', { cause: reason });
    for (const [index, { reject, deadline }] of [...this.#pending.values()].entries()) {
      clearTimeout(deadline);
      reject(index === 0 ? reason : lost);
    }
    this.#pending.clear();
  }
}

function tooComplex(passed: string): StampingError {
  return new StampingError(
    'PDF_TOO_COMPLEX',
    `Filling the template takes more than ${passed}. Make the form simpler, or split it into several.`,
  );
}

import { Worker } from 'node:worker_threads';
import { compileCacheEnv } from '../infra/compile-cache.ts';
import { deserializeError } from '../sandbox/serialize-error.ts';
import { StampingError } from '../stamping/types.ts';
import type { TaskResults, WorkerRequest, WorkerResponse, WorkerTask } from './worker-messages.ts';

interface Pending {
  resolve: (result: TaskResults[keyof TaskResults]) => void;
  reject: (error: unknown) => void;
  deadline: NodeJS.Timeout;
}

/** The worker ended because of another task. The same task can be given to another worker. */
export class WorkerLost extends Error {}

const MAIN = new URL('./worker-main.ts', import.meta.url);
/**
 * Megabytes. Documents are short-lived; a small young generation limits the memory of a long job (50,000 rows: 330 MB
 * for the process instead of 680, at the same speed).
 */
const HEAP_LIMITS = { maxOldGenerationSizeMb: 1024, maxYoungGenerationSizeMb: 8 };

/**
 * One worker thread. A task that exceeds its time limit or the thread's memory ends the thread: the task fails with
 * PDF_TOO_COMPLEX, the tasks queued behind it fail with WorkerLost.
 */
export class PoolWorker {
  readonly #worker: Worker;
  readonly #timeoutMs: number;
  /** In the order in which the tasks were sent, which is the order in which they run. */
  readonly #pending = new Map<number, Pending>();
  #lastId = 0;
  #isOver = false;
  /** Keys of the templates that this worker has compiled or is compiling. */
  readonly templates = new Set<string>();
  /** Jobs that are open in this worker. */
  readonly openJobs = new Set<number>();

  constructor(timeoutMs: number) {
    this.#timeoutMs = timeoutMs;
    this.#worker = new Worker(MAIN, {
      name: 'stamp',
      resourceLimits: HEAP_LIMITS,
      env: compileCacheEnv(),
      stdout: true,
      stderr: true,
    });
    // Discards the output: libraries print complaints about PDF files there, which do not belong in the service's log.
    this.#worker.stdout.resume();
    this.#worker.stderr.resume();
    this.#worker.on('message', (response: WorkerResponse) => this.#finish(response));
    this.#worker.on('error', (error: NodeJS.ErrnoException) => {
      const isMemory = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
      this.#fail(isMemory ? tooComplex(`${HEAP_LIMITS.maxOldGenerationSizeMb} MB of memory`) : error);
    });
    this.#worker.on('exit', () => this.#fail(new Error('A stamping worker ended.')));
    this.#worker.unref();
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** Tasks that are not finished. */
  get load(): number {
    return this.#pending.size;
  }

  /** Throws the task's error, StampingError PDF_TOO_COMPLEX, or WorkerLost. */
  run<Action extends keyof TaskResults>(
    task: Extract<WorkerTask, { action: Action }>,
  ): Promise<TaskResults[Action]> {
    if (this.#isOver) return Promise.reject(new WorkerLost('The stamping worker has ended.'));
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

  evict(template: string): void {
    if (this.templates.delete(template)) this.#send({ evict: template });
  }

  async close(): Promise<void> {
    this.#fail(new Error('The service is stopping.'));
    await this.#worker.terminate();
  }

  #send(request: WorkerRequest): void {
    this.#worker.postMessage(request);
  }

  #finish(response: WorkerResponse): void {
    const pending = this.#pending.get(response.id);
    if (pending === undefined) return;
    this.#pending.delete(response.id);
    if (this.#pending.size === 0) this.#worker.unref();
    clearTimeout(pending.deadline);
    if ('error' in response) pending.reject(deserializeError(response.error));
    else pending.resolve(response.result);
  }

  /** Tasks run in order, so the first pending one caused the failure. */
  #fail(reason: unknown): void {
    if (this.#isOver) return;
    this.#isOver = true;
    const lost = new WorkerLost('The stamping worker ended because of another task.', { cause: reason });
    for (const [index, { reject, deadline }] of [...this.#pending.values()].entries()) {
      clearTimeout(deadline);
      reject(index === 0 ? reason : lost);
    }
    this.#pending.clear();
  }
}

function tooComplex(limit: string): StampingError {
  return new StampingError(
    'PDF_TOO_COMPLEX',
    `Filling the template takes more than ${limit}. Simplify the form, or split it into several.`,
  );
}

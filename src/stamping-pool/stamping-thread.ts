import { PoolThread } from '../infra/thread-pool/pool-thread.ts';
import { deserializeError, type SerializedError } from '../sandbox/serialize-error.ts';
import { StampingError } from '../stamping/types.ts';
import type { CompileInput, StampingNotice, StampingTask, TaskResults } from './stamping-tasks.ts';

/**
 * Documents are short-lived; a small young generation limits the memory of a long job (50,000 rows: 330 MB for the
 * process instead of 680, at the same speed).
 */
const MEMORY = { maxOldGenerationSizeMb: 1024, maxYoungGenerationSizeMb: 8 };

/** A thread that fills documents, and what it has in memory. */
export class StampingThread extends PoolThread {
  /** Keys of the templates that it has compiled or is compiling. */
  readonly #templates = new Set<string>();
  readonly #openJobs = new Set<number>();

  constructor(timeoutMs: number) {
    super({
      program: new URL('./thread-main.ts', import.meta.url),
      name: 'stamp',
      timeoutMs,
      memory: MEMORY,
      exceeded: (limit) =>
        tooComplex(
          limit === 'time' ? `${timeoutMs / 1000} seconds` : `${MEMORY.maxOldGenerationSizeMb} MB of memory`,
        ),
      deserializeError: (error) => deserializeError(error as SerializedError),
    });
  }

  /** Throws the task's error, StampingError PDF_TOO_COMPLEX, or ThreadLost. */
  perform<Action extends keyof TaskResults>(
    task: Extract<StampingTask, { action: Action }>,
  ): Promise<TaskResults[Action]> {
    return this.run(task);
  }

  hasTemplate(key: string): boolean {
    return this.#templates.has(key);
  }

  hasJob(id: number): boolean {
    return this.#openJobs.has(id);
  }

  compile(template: string, input: CompileInput): Promise<TaskResults['compile']> {
    this.#templates.add(template);
    return this.perform({ action: 'compile', template, input });
  }

  open(task: Extract<StampingTask, { action: 'open' }>): Promise<TaskResults['open']> {
    this.#openJobs.add(task.job);
    return this.perform(task);
  }

  closeJob(id: number): void {
    if (this.#openJobs.delete(id)) this.#notice({ close: id });
  }

  evict(template: string): void {
    if (this.#templates.delete(template)) this.#notice({ evict: template });
  }

  #notice(notice: StampingNotice): void {
    this.notify(notice);
  }
}

function tooComplex(limit: string): StampingError {
  return new StampingError(
    'PDF_TOO_COMPLEX',
    `Filling the template takes more than ${limit}. Simplify the form, or split it into several.`,
  );
}

import { createLimiter } from '../infra/limiter.ts';
import type { JobName, Jobs } from './jobs/job-types.ts';
import { SandboxError } from './sandbox-error.ts';
import type { ProcessLimits, RunOptions } from './sandbox-process.ts';
import { SandboxProcess } from './sandbox-process.ts';

export interface SandboxOptions extends ProcessLimits {
  /** CPU time of a job in milliseconds. */
  timeoutMs: number;
  /** Maximum number of child processes. */
  processes: number;
  /** Jobs that may wait, of all accounts and of one; further jobs are rejected. */
  maxQueue: number;
  maxQueuePerOwner?: number;
  /** CPU time in milliseconds of a job that reads a PDF. Default: `timeoutMs`. */
  pdfTimeoutMs?: number;
  /** Milliseconds without a job after which the processes end; the next job starts one. Default: half a minute. */
  idleMs?: number;
  /** A process is replaced after this number of jobs, which limits memory leaks. */
  jobsPerProcess: number;
}

/** How a job runs, and for which account. */
export interface JobOptions<Name extends JobName> extends Omit<RunOptions<Name>, 'timeoutMs'> {
  owner: string;
}

const IDLE_MS = 30_000;

/**
 * Reads untrusted files in a few child processes, which are killed if a file exceeds the limits. Accounts alternate; one
 * account uses all processes but one, so that the files of others do not wait for its files.
 */
export interface Sandbox {
  /**
   * Runs a job when a process is free. Throws the error of the job (StampingError, TableError), SandboxError if the job
   * exceeds a limit or the queue is full, or the reason of `signal`, which also kills the job.
   */
  run<Name extends JobName>(
    name: Name,
    input: Jobs[Name]['input'],
    options: JobOptions<Name>,
  ): Promise<Jobs[Name]['output']>;
  /** Starts a process if there is none, for a job whose file is still being received. */
  warmUp(): void;
  /** Current numbers of jobs and child processes. */
  load(): { running: number; waiting: number; processes: number };
  /** Kills every process. Jobs that run or wait are rejected. */
  close(): Promise<void>;
}

export function createSandbox(options: SandboxOptions): Sandbox {
  const { idleMs = IDLE_MS, maxQueuePerOwner = options.maxQueue } = options;
  const idle: SandboxProcess[] = [];
  const busy = new Set<SandboxProcess>();
  const slots = createLimiter({
    concurrency: options.processes,
    perOwner: Math.max(1, options.processes - 1),
    maxQueue: options.maxQueue,
    maxQueuePerOwner,
    busy: (reason) =>
      new SandboxError(
        'busy',
        reason === 'owner'
          ? `${maxQueuePerOwner} files of your account are waiting to be read. Try again when one is done.`
          : 'The service is reading as many files as it can. Try again in a moment.',
      ),
  });
  let isClosed = false;
  let idleTimer: NodeJS.Timeout | undefined;

  const timeoutOf = (name: JobName) =>
    name === 'spool' ? options.timeoutMs : (options.pdfTimeoutMs ?? options.timeoutMs);

  const closed = () => new SandboxError('closed', 'The service is stopping.');

  const take = (): SandboxProcess => {
    if (isClosed) throw closed();
    clearTimeout(idleTimer);
    const process = takeIdle(idle) ?? new SandboxProcess(options);
    busy.add(process);
    return process;
  };

  const endWhenIdle = () => {
    clearTimeout(idleTimer);
    idleTimer = setTimeout(() => {
      for (const process of idle.splice(0)) process.kill();
    }, idleMs).unref();
  };

  const giveBack = (process: SandboxProcess): void => {
    busy.delete(process);
    const isWorn = !process.isAlive || process.jobsDone >= options.jobsPerProcess || isClosed;
    if (isWorn) process.kill();
    else idle.push(process);
    if (busy.size === 0 && !isClosed) endWhenIdle();
  };

  return {
    async run(name, input, { owner, ...jobOptions }) {
      const work = async () => {
        const process = take();
        try {
          return await process.run(name, input, { ...jobOptions, timeoutMs: timeoutOf(name) });
        } finally {
          giveBack(process);
        }
      };
      return slots.run(owner, work, { signal: jobOptions.signal });
    },
    warmUp() {
      if (isClosed || busy.size > 0 || idle.some(({ isAlive }) => isAlive)) return;
      idle.push(new SandboxProcess(options));
      endWhenIdle();
    },
    load: () => ({ ...slots.load(), processes: busy.size + idle.length }),
    async close() {
      isClosed = true;
      clearTimeout(idleTimer);
      slots.close(closed());
      await Promise.all([...idle.splice(0), ...busy].map((process) => process.close()));
    },
  };
}

function takeIdle(idle: SandboxProcess[]): SandboxProcess | undefined {
  for (let process = idle.pop(); process !== undefined; process = idle.pop()) {
    if (process.isAlive) return process;
  }
  return undefined;
}

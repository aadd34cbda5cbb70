import type { JobName, Jobs } from './jobs/job-types.ts';
import { SandboxError } from './sandbox-error.ts';
import type { ProcessLimits, RunOptions } from './sandbox-process.ts';
import { SandboxProcess } from './sandbox-process.ts';

export interface SandboxOptions extends ProcessLimits {
  /** Child processes at most. */
  processes: number;
  /** Jobs that may wait for one; the next is refused. */
  maxQueue: number;
  /** A process is replaced after so many jobs, so that a slow leak stays small. */
  jobsPerProcess: number;
}

/** Where untrusted files are read: a few child processes that can be killed without harm to anybody else. */
export interface Sandbox {
  /**
   * Runs a job when a process is free. Throws what the job throws (StampingError, TableError), SandboxError when
   * it passed a limit or the queue is full, or the reason of `signal`, which also kills the job.
   */
  run<Name extends JobName>(
    name: Name,
    input: Jobs[Name]['input'],
    options?: RunOptions<Name>,
  ): Promise<Jobs[Name]['output']>;
  /** Jobs at this moment. */
  load(): { running: number; waiting: number };
  /** Starts the processes ahead of the first job. */
  warmUp(): void;
  /** Kills every process. Jobs that run or wait are rejected. */
  close(): Promise<void>;
}

export function createSandbox(options: SandboxOptions): Sandbox {
  const idle: SandboxProcess[] = [];
  const busy = new Set<SandboxProcess>();
  const waiting: { take: (process: SandboxProcess) => void; refuse: (error: unknown) => void }[] = [];
  let isClosed = false;

  const acquire = (signal?: AbortSignal): Promise<SandboxProcess> => {
    if (isClosed) throw new SandboxError('closed', 'The service is stopping.');
    const free = takeIdle(idle) ?? (busy.size < options.processes ? new SandboxProcess(options) : undefined);
    if (free !== undefined) {
      busy.add(free);
      return Promise.resolve(free);
    }
    if (waiting.length >= options.maxQueue) {
      throw new SandboxError('busy', 'Too many files are being read at once; try again in a moment.');
    }
    return new Promise((take, refuse) => {
      const entry = { take, refuse };
      waiting.push(entry);
      signal?.addEventListener(
        'abort',
        () => {
          const at = waiting.indexOf(entry);
          if (at >= 0) waiting.splice(at, 1);
          refuse(signal.reason);
        },
        { once: true },
      );
    });
  };

  const release = (process: SandboxProcess) => {
    busy.delete(process);
    const isWorn = !process.isAlive || process.jobsDone >= options.jobsPerProcess || isClosed;
    if (isWorn) process.kill();
    const next = waiting.shift();
    if (next === undefined) {
      if (!isWorn) idle.push(process);
      return;
    }
    const following = isWorn ? new SandboxProcess(options) : process;
    busy.add(following);
    next.take(following);
  };

  return {
    async run(name, input, options = {}) {
      options.signal?.throwIfAborted();
      const process = await acquire(options.signal);
      try {
        return await process.run(name, input, options);
      } finally {
        release(process);
      }
    },
    load: () => ({ running: busy.size, waiting: waiting.length }),
    warmUp() {
      while (idle.length + busy.size < options.processes) idle.push(new SandboxProcess(options));
    },
    async close() {
      isClosed = true;
      for (const { refuse } of waiting.splice(0))
        refuse(new SandboxError('closed', 'The service is stopping.'));
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

import type { ChildProcess } from 'node:child_process';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { compileCacheEnv } from '../infra/compile-cache.ts';
import { type CpuTimeLimit, startCpuTimeLimit } from './cpu-time-limit.ts';
import type { JobName, Jobs } from './jobs/job-types.ts';
import type { ChildMessage, JobRequest } from './messages.ts';
import { findResidentMemory } from './process-usage.ts';
import { SandboxError } from './sandbox-error.ts';
import { deserializeError } from './serialize-error.ts';

export interface ProcessLimits {
  /** Bytes of resident memory at which the process is killed. */
  maxMemoryBytes: number;
}

export interface RunOptions<Name extends JobName> {
  /** CPU time of the job in milliseconds. It may take four times as long in elapsed time. */
  timeoutMs: number;
  /** Aborting it kills the job. */
  signal?: AbortSignal;
  /** Called with the progress that the job reports. */
  onProgress?: (progress: Jobs[Name]['progress']) => void;
}

const LIMITS_CHECK_MS = 50;
const START_TIMEOUT_MS = 60_000;
const CHILD = new URL('./child.ts', import.meta.url);

/** One child process. It runs one job at a time and is killed if the job exceeds a limit. */
export class SandboxProcess {
  readonly #child: ChildProcess;
  readonly #limits: ProcessLimits;
  readonly #exited: Promise<unknown>;
  /** Resolves when the child is ready. The limits of a job do not include the start of its process. */
  readonly #started: Promise<unknown>;
  #lastId = 0;
  #isKilled = false;
  jobsDone = 0;

  constructor(limits: ProcessLimits) {
    this.#limits = limits;
    const heapMegabytes = Math.ceil(limits.maxMemoryBytes / 1024 / 1024);
    this.#child = fork(CHILD, {
      execArgv: [`--max-old-space-size=${heapMegabytes}`, '--disable-warning=ExperimentalWarning'],
      serialization: 'advanced',
      // A process group of its own: Ctrl-C in a terminal must not end it before its parent.
      detached: true,
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      // A process that reads untrusted files must not have the secrets of the service.
      env: compileCacheEnv('sandbox'),
    });
    this.#exited = once(this.#child, 'exit').catch(() => undefined);
    this.#started = once(this.#child, 'message').catch(() => undefined);
    this.#child.on('error', () => {});
    this.#release();
  }

  get isAlive(): boolean {
    if (this.#isKilled) return false;
    return this.#child.exitCode === null && this.#child.signalCode === null && this.#child.connected;
  }

  /** Runs a job. Throws the error of the job, SandboxError if the process was killed, or the reason of `signal`. */
  async run<Name extends JobName>(
    name: Name,
    input: Jobs[Name]['input'],
    { timeoutMs, signal, onProgress }: RunOptions<Name>,
  ): Promise<Jobs[Name]['output']> {
    this.#hold();
    const { promise, resolve, reject } = Promise.withResolvers<Jobs[Name]['output']>();
    const id = ++this.#lastId;
    let isOver = false;
    const stop = (reason: unknown) => {
      // A check that began before the job ended must not end the next job.
      if (isOver) return;
      reject(reason);
      this.kill();
    };
    const onMessage = (response: ChildMessage) => {
      if ('ready' in response || response.id !== id) return;
      if ('progress' in response) onProgress?.(response.progress as Jobs[Name]['progress']);
      else if ('error' in response) reject(deserializeError(response.error));
      else resolve(response.output as Jobs[Name]['output']);
    };
    const onExit = () =>
      reject(new SandboxError('crash', 'The sandbox process crashed while it read the file.'));
    const onAbort = () => stop(signal?.reason);
    const startTimer = setTimeout(() => stop(notStarted()), START_TIMEOUT_MS);
    let cpuTime: CpuTimeLimit | undefined;
    void this.#started.then(() => {
      clearTimeout(startTimer);
      cpuTime = startCpuTimeLimit({ pid: this.#child.pid, timeoutMs });
    });
    const limits = setInterval(() => {
      void this.#checkMemory(stop);
      void cpuTime?.isExceeded().then((isExceeded) => isExceeded && stop(tooLong(timeoutMs)));
    }, LIMITS_CHECK_MS);
    this.#child.on('message', onMessage);
    this.#child.once('exit', onExit);
    signal?.addEventListener('abort', onAbort);
    try {
      signal?.throwIfAborted();
      const request: JobRequest = { id, name, input };
      this.#child.send(request, (error) => {
        if (error !== null) onExit();
      });
      return await promise;
    } finally {
      isOver = true;
      clearTimeout(startTimer);
      clearInterval(limits);
      this.#child.off('message', onMessage);
      this.#child.off('exit', onExit);
      signal?.removeEventListener('abort', onAbort);
      this.jobsDone += 1;
      this.#release();
    }
  }

  kill(): void {
    // The process ends a moment later. Until then it must not get another job.
    this.#isKilled = true;
    this.#child.kill('SIGKILL');
  }

  /** Kills the process and waits until it has ended. */
  async close(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    this.#child.ref();
    this.kill();
    await this.#exited;
  }

  async #checkMemory(stop: (reason: unknown) => void): Promise<void> {
    const { pid } = this.#child;
    const bytes = pid === undefined ? null : await findResidentMemory(pid);
    if (bytes === null || bytes <= this.#limits.maxMemoryBytes) return;
    const megabytes = Math.round(this.#limits.maxMemoryBytes / 1024 / 1024);
    stop(new SandboxError('memory', `Reading the file needs more than ${megabytes} MB of memory.`));
  }

  /** Only a busy child keeps the program running. */
  #release(): void {
    this.#child.unref();
    this.#child.channel?.unref();
  }

  #hold(): void {
    this.#child.ref();
    this.#child.channel?.ref();
  }
}

function tooLong(ms: number): SandboxError {
  const limit = `${ms / 1000} seconds of processor time`;
  return new SandboxError('timeout', `Reading the file takes more than ${limit}.`);
}

function notStarted(): SandboxError {
  return new SandboxError(
    'timeout',
    `No process could be started within ${START_TIMEOUT_MS / 1000} seconds.`,
  );
}

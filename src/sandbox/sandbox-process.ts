import type { ChildProcess } from 'node:child_process';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { type JobClock, startJobClock } from './job-clock.ts';
import type { JobName, Jobs } from './jobs/job-types.ts';
import type { ChildMessage, JobRequest } from './messages.ts';
import { findResidentMemory } from './resident-memory.ts';
import { SandboxError } from './sandbox-error.ts';
import { fromWire } from './wire-error.ts';

export interface ProcessLimits {
  /** Milliseconds of processor time a job may take; when it gets little of it, it may take four times as long. */
  timeoutMs: number;
  /** Bytes of resident memory at which the process is killed. */
  maxMemoryBytes: number;
}

export interface RunOptions<Name extends JobName> {
  /** Aborting it kills the job. */
  signal?: AbortSignal;
  /** Called with what the job tells before it answers. */
  onProgress?: (progress: Jobs[Name]['progress']) => void;
}

const LIMITS_CHECK_MS = 50;
const START_TIMEOUT_MS = 60_000;
const CHILD = new URL('./child.ts', import.meta.url);

/** One child process. Jobs run one at a time; the process is killed, not asked, when one passes a limit. */
export class SandboxProcess {
  readonly #child: ChildProcess;
  readonly #limits: ProcessLimits;
  readonly #exited: Promise<unknown>;
  /** Fulfilled once the child can take a job; a job's time does not include the start of its process. */
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
      // Its own process group, so that Ctrl-C in a terminal does not end it before its parent.
      detached: true,
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      // What reads a stranger's file is told none of the service's secrets.
      env: {},
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

  /** Runs a job. Throws what the job throws, a SandboxError when it was killed, or the reason of `signal`. */
  async run<Name extends JobName>(
    name: Name,
    input: Jobs[Name]['input'],
    { signal, onProgress }: RunOptions<Name> = {},
  ): Promise<Jobs[Name]['output']> {
    this.#hold();
    const { promise, resolve, reject } = Promise.withResolvers<Jobs[Name]['output']>();
    const id = ++this.#lastId;
    let isOver = false;
    const stop = (reason: unknown) => {
      // A check that began before the answer came must not end the next job.
      if (isOver) return;
      reject(reason);
      this.kill();
    };
    const onMessage = (response: ChildMessage) => {
      if ('ready' in response || response.id !== id) return;
      if ('progress' in response) onProgress?.(response.progress as Jobs[Name]['progress']);
      else if ('error' in response) reject(fromWire(response.error));
      else resolve(response.output as Jobs[Name]['output']);
    };
    const onExit = () => reject(new SandboxError('crash', 'The process that read the file ended early.'));
    const onAbort = () => stop(signal?.reason);
    const startTimer = setTimeout(() => stop(tooLong(START_TIMEOUT_MS)), START_TIMEOUT_MS);
    let clock: JobClock | undefined;
    void this.#started.then(() => {
      clearTimeout(startTimer);
      clock = startJobClock({ pid: this.#child.pid, timeoutMs: this.#limits.timeoutMs });
    });
    const limits = setInterval(() => {
      void this.#checkMemory(stop);
      void clock?.isUp().then((isUp) => isUp && stop(tooLong(this.#limits.timeoutMs)));
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
    // The system takes a moment; nobody may be given this process meanwhile.
    this.#isKilled = true;
    this.#child.kill('SIGKILL');
  }

  /** Kills the process and waits until it is gone. */
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
    stop(new SandboxError('memory', `Reading took more than ${megabytes} MB of memory.`));
  }

  /** An idle child does not keep the program alive; a busy one does. */
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
  return new SandboxError('timeout', `Reading took longer than ${ms / 1000} seconds.`);
}

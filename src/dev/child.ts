import { type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { startChildWatchdog } from './child-watchdog.ts';

interface ChildOptions {
  command: string;
  args: readonly string[];
  /** Called for every line the program writes, on either stream. */
  onLine: (line: string) => void;
  /** The signal for a graceful shutdown of this program. */
  stopSignal: NodeJS.Signals;
  /** The whole environment: a program inherits nothing of this process, which has secrets. */
  env: NodeJS.ProcessEnv;
  cwd?: string;
  /** Run as this user and group; requires root. */
  identity?: { uid: number; gid: number };
}

/** A running child program. `exited` never rejects; it resolves to how the program ended. */
export interface Child {
  readonly pid: number;
  readonly exited: Promise<string>;
  /** Sends the stop signal, and SIGKILL after `graceMs`. Resolves when the program has ended. */
  stop(graceMs?: number): Promise<void>;
}

/**
 * Starts a program in a process group of its own: Ctrl-C in the terminal reaches only this process, which shuts down in its
 * own order. A watchdog ends the program if this process is killed. Throws when the program cannot be started.
 */
export async function startChild(options: ChildOptions): Promise<Child> {
  const spawnOptions: SpawnOptions = {
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: options.env,
  };
  if (options.cwd) spawnOptions.cwd = options.cwd;
  if (options.identity) Object.assign(spawnOptions, options.identity);
  const program = spawn(options.command, [...options.args], spawnOptions);
  await once(program, 'spawn');
  const { pid } = program;
  if (pid === undefined) throw new Error(`${options.command} could not be started.`);

  for (const stream of [program.stdout, program.stderr]) {
    if (stream) createInterface({ input: stream }).on('line', options.onLine);
  }
  const watchdog = startChildWatchdog({ pid, signal: options.stopSignal });
  const exited = new Promise<string>((resolve) => {
    program.once('exit', (code, signal) => {
      watchdog.release();
      resolve(signal === null ? `exit code ${code}` : `signal ${signal}`);
    });
  });
  return {
    pid,
    exited,
    async stop(graceMs = 10_000) {
      program.kill(options.stopSignal);
      const force = setTimeout(() => program.kill('SIGKILL'), graceMs);
      await exited;
      clearTimeout(force);
    },
  };
}

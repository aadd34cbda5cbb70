import { type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { startChildWatchdog } from './child-watchdog.ts';

export interface ChildOptions {
  command: string;
  args: readonly string[];
  /** Called for every line the program writes, on either stream. */
  onLine: (line: string) => void;
  /** The signal that makes this program end in good order. */
  stopSignal: NodeJS.Signals;
  env?: NodeJS.ProcessEnv;
  cwd?: string;
  /** Run as this user and group; only root may ask for it. */
  identity?: { uid: number; gid: number };
}

/** A running program of ours. `exited` never rejects: it tells how the program ended. */
export interface Child {
  readonly pid: number;
  readonly exited: Promise<string>;
  /** Ends it with its stop signal, and by force after `graceMs`. Resolves when it is gone. */
  stop(graceMs?: number): Promise<void>;
}

/**
 * Starts a program in a process group of its own, so that Ctrl-C in our terminal reaches us alone and the
 * order of shutting down stays ours; a guardian ends it if we die without doing so.
 * Throws when the program cannot be started at all.
 */
export async function startChild(options: ChildOptions): Promise<Child> {
  const spawnOptions: SpawnOptions = { detached: true, stdio: ['ignore', 'pipe', 'pipe'] };
  if (options.env) spawnOptions.env = options.env;
  if (options.cwd) spawnOptions.cwd = options.cwd;
  if (options.identity) Object.assign(spawnOptions, options.identity);
  const program = spawn(options.command, [...options.args], spawnOptions);
  await once(program, 'spawn');
  const { pid } = program;
  if (pid === undefined) throw new Error(`${options.command} could not be started.`);

  for (const stream of [program.stdout, program.stderr]) {
    if (stream) createInterface({ input: stream }).on('line', options.onLine);
  }
  const guard = startChildWatchdog({ pid, signal: options.stopSignal });
  const exited = new Promise<string>((resolve) => {
    program.once('exit', (code, signal) => {
      guard.release();
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

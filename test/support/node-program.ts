import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { afterFile } from './runner/after-file.ts';

export interface NodeProgram {
  readonly pid: number;
  /** The lines it has written so far to both streams. */
  readonly lines: readonly string[];
  /** The first line, past or future, that matches. Rejects when the program ends without one. */
  line(pattern: RegExp): Promise<string>;
  kill(signal: NodeJS.Signals): void;
  /** Exit code, or the signal's name. */
  readonly ended: Promise<number | string>;
}

interface NodeProgramOptions {
  file: string;
  args?: readonly string[];
  env?: Readonly<Record<string, string>>;
  cwd?: string;
}

/** The runner's environment that a program gets: the paths, nothing else. */
const { PATH, HOME, NODE_COMPILE_CACHE } = process.env;
const inherited = Object.entries({ PATH, HOME, NODE_COMPILE_CACHE }).filter(
  ([, value]) => value !== undefined,
);

/** Runs a program of this repository in a process of its own. */
export function runNodeProgram({ file, args = [], env = {}, cwd }: NodeProgramOptions): NodeProgram {
  const child: ChildProcess = spawn(process.execPath, [file, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...Object.fromEntries(inherited), ...env },
    ...(cwd ? { cwd } : {}),
  });
  const exited = once(child, 'exit');
  // A test that failed half-way does not end its programs.
  afterFile(async () => {
    child.kill('SIGKILL');
    await exited;
  });
  const lines: string[] = [];
  const waiting = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr]) {
    if (!stream) continue;
    createInterface({ input: stream }).on('line', (line) => {
      lines.push(line);
      for (const look of waiting) look();
    });
  }
  const ended = once(child, 'close').then(([code, signal]) => (signal ?? code) as number | string);
  return {
    pid: child.pid ?? 0,
    lines,
    ended,
    kill: (signal) => void child.kill(signal),
    line: (pattern) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const found = lines.find((line) => pattern.test(line));
          if (found === undefined) return;
          waiting.delete(look);
          resolve(found);
        };
        waiting.add(look);
        look();
        void ended.then((how) =>
          reject(new Error(`ended (${how}) without ${pattern}:\n${lines.join('\n')}`)),
        );
      }),
  };
}

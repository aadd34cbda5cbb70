import { spawn } from 'node:child_process';
import { once } from 'node:events';

export interface ProgramResult {
  /** Null if the program was killed, for example after it was silent for too long. */
  code: number | null;
  output: string;
  isTimeout: boolean;
}

export interface ProgramOptions {
  folder: string;
  env: NodeJS.ProcessEnv;
  /** How long the program may write no output. */
  silentMs: number;
  signal: AbortSignal;
}

/** Runs a program with Node in a process group of its own, which is killed when it is silent too long or on abort. */
export async function runProgram(args: readonly string[], options: ProgramOptions): Promise<ProgramResult> {
  const { folder, env, silentMs, signal } = options;
  signal.throwIfAborted();
  const child = spawn(process.execPath, args, {
    cwd: folder,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env, FORCE_COLOR: '0' },
  });
  const kill = () => {
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
  };
  let isTimeout = false;
  const timer = setTimeout(() => {
    isTimeout = true;
    kill();
  }, silentMs);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      output = (output + chunk).slice(-200_000);
      timer.refresh();
    });
  }
  signal.addEventListener('abort', kill);
  try {
    const [code] = (await once(child, 'exit')) as [number | null];
    signal.throwIfAborted();
    return { code, output, isTimeout };
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', kill);
  }
}

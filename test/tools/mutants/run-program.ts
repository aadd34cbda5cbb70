import { spawn } from 'node:child_process';
import { once } from 'node:events';

export interface ProgramResult {
  /** Null if the program was killed, for example at the time limit. */
  code: number | null;
  output: string;
  isTimeout: boolean;
}

/** Runs a program with Node in a process group of its own, which is killed at the time limit or on abort. */
export async function runProgram(
  args: readonly string[],
  options: { folder: string; timeoutMs: number; signal: AbortSignal },
): Promise<ProgramResult> {
  const { folder, timeoutMs, signal } = options;
  signal.throwIfAborted();
  const child = spawn(process.execPath, args, {
    cwd: folder,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, FORCE_COLOR: '0' },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      output = (output + chunk).slice(-200_000);
    });
  }
  const kill = () => {
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
  };
  let isTimeout = false;
  const timer = setTimeout(() => {
    isTimeout = true;
    kill();
  }, timeoutMs);
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

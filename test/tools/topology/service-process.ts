import { setTimeout as delay } from 'node:timers/promises';
import { startChild } from '../../../src/dev/child.ts';
import { supervise } from '../../../src/dev/supervise.ts';
import type { Logger } from '../../../src/infra/logger.ts';
import type { Environment } from './compose-environments.ts';

/** One process of the service, started again whenever it ends. */
export interface ServiceProcess {
  readonly name: string;
  /** Stays the same over restarts. */
  readonly url: string;
  pid(): number;
  isReady(): Promise<boolean>;
  /** Ends it in good order and waits until another process has taken its place and is ready. */
  replace(): Promise<void>;
  stop(): Promise<void>;
}

/** What to start, and as whom. */
export interface Program {
  /** The working folder. */
  folder: string;
  /** Arguments of `node`. */
  args: readonly string[];
  identity?: { uid: number; gid: number };
}

export interface ServiceProcessOptions {
  name: string;
  program: Program;
  url: string;
  env: Environment;
  logger: Logger;
  onLine: (line: string) => void;
  /** Ends waiting for it. */
  interrupt: AbortSignal;
}

/** As the compose file has it: `stop_grace_period`. */
const STOP_MS = 35_000;
const READY_MS = 300_000;

/** Starts the program as the image does, and waits until it is ready. Throws with what it said last. */
export async function startService(options: ServiceProcessOptions): Promise<ServiceProcess> {
  const { name, program, url, env, logger, onLine, interrupt } = options;
  const said: string[] = [];
  const start = async () => {
    const child = await startChild({
      command: process.execPath,
      args: program.args,
      env,
      cwd: program.folder,
      ...(program.identity && { identity: program.identity }),
      stopSignal: 'SIGTERM',
      onLine(line) {
        onLine(`${name}: ${line}`);
        if (said.push(line) > 30) said.shift();
      },
    });
    return { ...child, stop: () => child.stop(STOP_MS) };
  };
  const kept = await supervise({ name, logger, start });
  const isReady = () => answersReady(url);
  const waitUntilReady = async (isOther: () => boolean) => {
    const deadline = Date.now() + READY_MS;
    while (!isOther() || !(await isReady())) {
      if (Date.now() > deadline) throw new Error(`${name} is not ready:\n${said.join('\n')}`);
      await delay(100, undefined, { signal: interrupt });
    }
  };
  try {
    await waitUntilReady(() => true);
  } catch (error) {
    await kept.stop();
    throw error;
  }
  return {
    name,
    url,
    pid: kept.pid,
    isReady,
    stop: kept.stop,
    async replace() {
      const before = kept.pid();
      process.kill(before, 'SIGTERM');
      await waitUntilReady(() => kept.pid() !== before);
    },
  };
}

async function answersReady(url: string): Promise<boolean> {
  try {
    const response = await fetch(`${url}/readyz`, {
      headers: { connection: 'close' },
      signal: AbortSignal.timeout(5_000),
    });
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  }
}

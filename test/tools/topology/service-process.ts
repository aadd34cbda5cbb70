import { setTimeout as delay } from 'node:timers/promises';
import { startChild } from '../../../src/dev/child.ts';
import { supervise } from '../../../src/dev/supervise.ts';
import type { Logger } from '../../../src/infra/logger.ts';
import type { Environment } from './compose-environments.ts';

/** A process of the service. It is restarted whenever it ends. */
export interface ServiceProcess {
  readonly name: string;
  /** A restart does not change it. */
  readonly url: string;
  pid(): number;
  isReady(): Promise<boolean>;
  /** Stops it with SIGTERM and waits until the new process is ready. */
  replace(): Promise<void>;
  stop(): Promise<void>;
}

export interface Program {
  /** The working directory. */
  folder: string;
  /** Arguments of `node`. */
  args: readonly string[];
  /** The user that runs it; default: the current one. */
  identity?: { uid: number; gid: number };
}

interface ServiceProcessOptions {
  name: string;
  program: Program;
  url: string;
  env: Environment;
  logger: Logger;
  onLine: (line: string) => void;
  /** Aborts the start. */
  interrupt: AbortSignal;
}

/** The `stop_grace_period` of the compose file. */
const STOP_MS = 35_000;
const READY_MS = 300_000;

/** Starts the program and waits until it is ready. Throws with the last log lines if it is not. */
export async function startService(options: ServiceProcessOptions): Promise<ServiceProcess> {
  const { name, program, url, env, logger, onLine, interrupt } = options;
  const lastLines: string[] = [];
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
        if (lastLines.push(line) > 30) lastLines.shift();
      },
    });
    return { ...child, stop: () => child.stop(STOP_MS) };
  };
  const supervised = await supervise({ name, logger, start });
  const isReady = () => fetchReadiness(url);
  const waitUntilReady = async (isReplaced: () => boolean) => {
    const deadline = Date.now() + READY_MS;
    while (!isReplaced() || !(await isReady())) {
      if (Date.now() > deadline)
        throw new Error(`${name} did not become ready. Its last lines:\n${lastLines.join('\n')}`);
      await delay(100, undefined, { signal: interrupt });
    }
  };
  try {
    await waitUntilReady(() => true);
  } catch (error) {
    await supervised.stop();
    throw error;
  }
  return {
    name,
    url,
    pid: supervised.pid,
    isReady,
    stop: supervised.stop,
    async replace() {
      const before = supervised.pid();
      process.kill(before, 'SIGTERM');
      await waitUntilReady(() => supervised.pid() !== before);
    },
  };
}

async function fetchReadiness(url: string): Promise<boolean> {
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

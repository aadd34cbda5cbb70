import path from 'node:path';
import { type Child, startChild } from '../../../src/dev/child.ts';
import { type Supervised, supervise } from '../../../src/dev/supervise.ts';
import { createLogger } from '../../../src/infra/logger.ts';
import { familyOf } from './processes.ts';

/** A process to be killed: started again by whoever looks after it. `pid` is null while it is not known to run. */
export interface Part {
  name: string;
  pid(): Promise<number | null>;
}

/** The newest process that this one has started: a session of PostgreSQL, whose sudden end makes it start anew. */
export function newestChildOf({ name, pid }: Part): Part {
  return {
    name: `${name} session`,
    async pid() {
      const parent = await pid();
      const [, ...children] = parent === null ? [] : await familyOf(parent);
      return children.length === 0 ? null : Math.max(...children);
    },
  };
}

/** How to start one. */
export interface TopologyOptions {
  folder: string;
  /** Settings of every process of the service besides its own. */
  env: Readonly<Record<string, string>>;
  onLine: (line: string) => void;
}

/** The service in one arrangement of its processes. */
export interface Topology {
  parts: readonly Part[];
  /** Addresses of its APIs; they stay the same over restarts. */
  apiUrls: readonly string[];
  databaseUrl(): Promise<string>;
  /** Where documents lie. */
  filesFolder: string;
  /** Where Temporal's server keeps everything it knows. */
  engineFolder: string;
  stop(): Promise<void>;
}

export const password = 'a password for chaos';
export const silent = createLogger({ LOG_LEVEL: 'silent' });

const main = path.join(import.meta.dirname, '../../../src/main.ts');
const STOP_MS = 35_000;

/** Settings of every process of the service here: no limits, and the same secret. */
const settings = {
  NODE_ENV: 'test',
  LOG_LEVEL: 'warn',
  ADMIN_PASSWORD: password,
  JWT_SECRET: 'a secret of chaos, of more than 32 characters',
  RATE_LIMIT_PER_MINUTE: '0',
  WEBHOOK_RATE_LIMIT_PER_MINUTE: '0',
  AUTH_RATE_LIMIT_PER_MINUTE: '0',
  SANDBOX_PROCESSES: '1',
  STAMP_THREADS: '1',
};

export interface KeptProgram {
  name: string;
  env: Readonly<Record<string, string>>;
  onLine?: (line: string) => void;
}

/** Runs the service's program and starts it again whenever it ends, as a supervisor of an installation would. */
export async function keepProgram({ name, env, onLine = () => {} }: KeptProgram): Promise<Supervised> {
  const { PATH = '', HOME = '', NODE_COMPILE_CACHE = '' } = process.env;
  const start = (): Promise<Child> =>
    startChild({
      command: process.execPath,
      args: [main],
      env: { PATH, HOME, NODE_COMPILE_CACHE, ...settings, ...env },
      stopSignal: 'SIGTERM',
      onLine,
    });
  const program = await supervise({
    name,
    logger: silent,
    start: async () => {
      const child = await start();
      return { ...child, stop: () => child.stop(STOP_MS) };
    },
  });
  return program;
}

import path from 'node:path';
import { type Child, startChild } from '../../../src/dev/child.ts';
import { type Supervised, supervise } from '../../../src/dev/supervise.ts';
import { createLogger } from '../../../src/infra/logger.ts';
import { processTree } from './processes.ts';

/** A process that can be killed; its supervisor restarts it. `pid` is null while it is not running. */
export interface Part {
  name: string;
  pid(): Promise<number | null>;
}

/** The newest child of a process. For PostgreSQL that is a session; if it is killed, the whole server restarts. */
export function newestChildOf({ name, pid }: Part): Part {
  return {
    name: `${name} session`,
    async pid() {
      const parent = await pid();
      const [, ...children] = parent === null ? [] : await processTree(parent);
      return children.length === 0 ? null : Math.max(...children);
    },
  };
}

export interface DeploymentOptions {
  folder: string;
  /** Additional settings of every process of the service. */
  env: Readonly<Record<string, string>>;
  onLine: (line: string) => void;
}

/** The running service, as one or several processes. */
export interface Deployment {
  parts: readonly Part[];
  /** Addresses of the APIs; a restart does not change them. */
  apiUrls: readonly string[];
  databaseUrl(): Promise<string>;
  /** The folder of the file storage. */
  filesFolder: string;
  /** The data folder of the Temporal server. */
  temporalFolder: string;
  stop(): Promise<void>;
}

export const password = 'a password for chaos';
export const silent = createLogger({ LOG_LEVEL: 'silent' });

const main = path.join(import.meta.dirname, '../../../src/main.ts');
const STOP_MS = 35_000;

/** Settings of every process of the service. */
const settings = {
  NODE_ENV: 'test',
  LOG_LEVEL: 'warn',
  ADMIN_PASSWORD: password,
  JWT_SECRET: 'a secret for the chaos tool, longer than 32 characters',
  RATE_LIMIT_PER_MINUTE: '0',
  WEBHOOK_RATE_LIMIT_PER_MINUTE: '0',
  AUTH_RATE_LIMIT_PER_MINUTE: '0',
  WORKFLOW_MAILS_PER_DAY: '0',
  SANDBOX_PROCESSES: '1',
  STAMP_THREADS: '1',
};

interface SupervisedProgram {
  name: string;
  env: Readonly<Record<string, string>>;
  onLine?: (line: string) => void;
}

/** Runs the program of the service and restarts it whenever it ends, as a process supervisor does. */
export async function superviseProgram({
  name,
  env,
  onLine = () => {},
}: SupervisedProgram): Promise<Supervised> {
  const { PATH = '', HOME = '', NODE_COMPILE_CACHE = '' } = process.env;
  const start = (): Promise<Child> =>
    startChild({
      command: process.execPath,
      args: [main],
      env: { PATH, HOME, NODE_COMPILE_CACHE, ...settings, ...env },
      stopSignal: 'SIGTERM',
      onLine,
    });
  return supervise({
    name,
    logger: silent,
    start: async () => {
      const child = await start();
      return { ...child, stop: () => child.stop(STOP_MS) };
    },
  });
}

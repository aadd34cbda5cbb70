import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Logger } from '../../infra/logger.ts';
import { type Child, startChild } from '../child.ts';
import { findFreePort } from '../free-port.ts';
import { endStaleProcess, isRunningWith } from '../stale-process.ts';
import { supervise } from '../supervise.ts';
import { getPostgresBinaries, type PostgresBinaries } from './binaries.ts';
import { type Cluster, prepareCluster } from './cluster.ts';
import { launchAs } from './run-as.ts';

interface EmbeddedPostgresOptions {
  /** Folder for `postgres/` and its password. Must exist. */
  parentDir: string;
  logger: Logger;
  /** False: faster, but not safe in a power cut; for test runs only. */
  durable?: boolean;
  onRestart?: () => Promise<void>;
}

export interface EmbeddedPostgres {
  /** `postgresql://…` of its database `postgres`, owner included. */
  readonly url: string;
  pid(): number;
  stop(): Promise<void>;
}

/** Recovering from a crash replays the log first, which can take a while. */
const READY_WITHIN_MS = 120_000;

/**
 * Starts PostgreSQL on a free loopback port and keeps it running. Ends a stale server of an earlier start on the same folder
 * first; no committed data are lost.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { parentDir, logger, durable = true } = options;
  const binaries = await getPostgresBinaries();
  const cluster = await prepareCluster({ parentDir, binaries, durable });
  const previous = await readPidFile(cluster.dataDir);
  if (
    previous &&
    previous.dataDir !== cluster.dataDir &&
    (await isRunningWith(previous.pid, previous.dataDir))
  ) {
    throw new Error(
      `${cluster.dataDir} is a copy of ${previous.dataDir}, made while PostgreSQL was running (process ${previous.pid}). ` +
        'Such a copy can be damaged. Stop that service, copy the whole data folder again, and start; ' +
        'or restore a backup (docs/operate/operations.md).',
    );
  }
  if (
    previous &&
    (await endStaleProcess({ pid: previous.pid, marker: cluster.dataDir, stopSignal: 'SIGINT' }))
  ) {
    logger.warn({ pid: previous.pid }, 'ended a PostgreSQL that an earlier start had left running');
  }

  let port: number | undefined;
  const start = async (): Promise<Child> => {
    if (port !== undefined) return startServer({ binaries, cluster, port, durable, logger });
    for (let attempt = 1; ; attempt++) {
      const candidate = await findFreePort(...(previous && attempt === 1 ? [previous.port] : []));
      try {
        const child = await startServer({ binaries, cluster, port: candidate, durable, logger });
        port = candidate;
        return child;
      } catch (error) {
        // Another program may have taken the port in the meantime.
        if (attempt === 3 || !(error instanceof Error && /could not bind/i.test(error.message))) throw error;
      }
    }
  };
  const service = await supervise({ name: 'PostgreSQL', logger, start, onRestart: options.onRestart });
  return {
    url: `postgresql://postgres:${cluster.password}@127.0.0.1:${port}/postgres`,
    pid: service.pid,
    stop: service.stop,
  };
}

interface StartOptions {
  binaries: PostgresBinaries;
  cluster: Cluster;
  port: number;
  durable: boolean;
  logger: Logger;
}

async function startServer({ binaries, cluster, port, durable, logger }: StartOptions): Promise<Child> {
  const settings = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: 200,
    // Its log is part of ours: errors must not contain rows or statements, which hold values.
    log_error_verbosity: 'terse',
    log_min_error_statement: 'panic',
    ...(durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  };
  const args = ['-D', cluster.dataDir];
  for (const [name, value] of Object.entries(settings)) args.push('-c', `${name}=${value}`);
  const needs = [cluster.dataDir, binaries.postgres];
  const { identity, ...launch } = await launchAs(cluster.identity, {
    command: binaries.postgres,
    args,
    needs,
  });

  const said: string[] = [];
  let reportReady: () => void = () => undefined;
  const ready = new Promise<'ready'>((resolve) => {
    reportReady = () => resolve('ready');
  });
  const child = await startChild({
    ...launch,
    ...(identity ? { identity } : {}),
    cwd: '/',
    // It needs nothing of this environment, which contains secrets.
    env: {},
    // SIGINT is its fast shutdown: it ends sessions and keeps committed data.
    stopSignal: 'SIGINT',
    onLine(line) {
      logger.debug({ service: 'PostgreSQL' }, line);
      if (said.push(line) > 30) said.shift();
      if (line.includes('database system is ready to accept connections')) reportReady();
    },
  });
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve(`not ready after ${READY_WITHIN_MS / 1000} s`), READY_WITHIN_MS);
  });
  const outcome = await Promise.race([ready, child.exited, late]);
  clearTimeout(timer);
  if (outcome === 'ready') return child;
  await child.stop();
  throw new Error(
    `PostgreSQL did not start (${outcome}). ${adviceFor(said, cluster.dataDir)}\n${said.join('\n')}`,
  );
}

/** What to do about the reason that PostgreSQL gives; empty for other reasons. */
function adviceFor(said: readonly string[], dataDir: string): string {
  const [, advice = ''] = ADVICE.find(([reason]) => said.some((line) => reason.test(line))) ?? [];
  return advice.replaceAll('{folder}', dataDir);
}

const ADVICE: readonly (readonly [RegExp, string])[] = [
  [
    /lock file "postmaster.pid" already exists/,
    'The process that it names is another program: the folder was copied, or the machine was restarted. ' +
      'Make sure that no service uses {folder}, delete {folder}/postmaster.pid, and start again.',
  ],
  [
    /database files are incompatible with server|was initialized/,
    'The database was created on another kind of machine or by another version of PostgreSQL. ' +
      'Export it there with pg_dump, move {folder} away, start again, and import it with psql.',
  ],
  [
    /checkpoint record|does not exist|invalid magic|incorrect checksum|unexpected pageaddr|could not open file|could not read|PANIC/,
    'The files in {folder} do not fit together: the folder may have been copied while the service was running. ' +
      'Stop the service, copy the whole data folder again, and start; or restore a backup (docs/operate/operations.md).',
  ],
  [
    /[Pp]ermission denied|wrong ownership|has invalid permissions/,
    'Files in {folder} belong to another user or are open to others. Change their owner to the user of this program ' +
      '(chown -R), and run `chmod 700` on the folder.',
  ],
];

/** Process id, folder and port of the server that last ran on a data folder, from its own file. */
async function readPidFile(dataDir: string): Promise<{ pid: number; dataDir: string; port: number } | null> {
  const text = await readFile(path.join(dataDir, 'postmaster.pid'), 'utf8').catch(() => '');
  const lines = text.split('\n');
  const pid = Number(lines[0]);
  return Number.isInteger(pid) && pid > 0
    ? { pid, dataDir: lines[1] ?? '', port: Number(lines[3]) || 0 }
    : null;
}

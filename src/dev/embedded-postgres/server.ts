import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Logger } from '../../infra/logger.ts';
import { type Child, startChild } from '../child.ts';
import { findFreePort } from '../free-port.ts';
import { endStaleProcess } from '../stale-process.ts';
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
  throw new Error(`PostgreSQL did not start (${outcome}):\n${said.join('\n')}`);
}

/** Process id and port of the server that last ran on a data folder, from its own file. */
async function readPidFile(dataDir: string): Promise<{ pid: number; port: number } | null> {
  const text = await readFile(path.join(dataDir, 'postmaster.pid'), 'utf8').catch(() => '');
  const lines = text.split('\n');
  const pid = Number(lines[0]);
  return Number.isInteger(pid) && pid > 0 ? { pid, port: Number(lines[3]) || 0 } : null;
}

import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Logger } from '../../infra/logger.ts';
import { SEARCH_ATTRIBUTES } from '../../infra/search-attributes.ts';
import { type Child, startChild } from '../child.ts';
import { findFreePort } from '../free-port.ts';
import { writeJsonFile } from '../json-file.ts';
import { endStaleProcess } from '../stale-process.ts';
import { supervise } from '../supervise.ts';
import { getTemporalProgram } from './program.ts';
import { becomesReady } from './ready.ts';
import { setRetention } from './retention.ts';

interface EmbeddedTemporalOptions {
  /** Folder for its database file and notes. Created if missing. */
  dataDir: string;
  cacheDir: string;
  cliPath: string | undefined;
  namespace: string;
  /** Retention of closed workflows. */
  retentionDays: number;
  logger: Logger;
  onProgress: (line: string) => void;
  onRestart?: () => Promise<void>;
}

interface EmbeddedTemporal {
  /** `127.0.0.1:<port>` of its gRPC service. */
  readonly address: string;
  readonly uiUrl: string;
  pid(): number;
  stop(): Promise<void>;
}

interface Ports {
  grpc: number;
  ui: number;
  http: number;
  metrics: number;
}

const READY_WITHIN_MS = 60_000;

/** How the server differs from its defaults; deploy/temporal/dynamic-config.yaml says the same, and a test compares. */
export const DYNAMIC_CONFIG = {
  // By default each step of a run waits up to 50 ms for the queue readers of the single shard.
  'history.transferProcessorMaxPollRPS': 2000,
  'history.timerProcessorMaxPollRPS': 2000,
  // Accounts alternate (temporal-client.ts), so that a flood of one account does not delay the others.
  'matching.useNewMatcher': true,
  'matching.enableFairness': true,
  // The default is 128,000 runs in memory, each for an hour; closed runs are rarely read again.
  'history.hostLevelCacheMaxSize': 2000,
} as const;

/**
 * Starts Temporal's development server on free loopback ports, with its state in a file, and keeps it running.
 * Downloads the program if this machine has none. Ends a stale server of an earlier start.
 */
export async function startEmbeddedTemporal(options: EmbeddedTemporalOptions): Promise<EmbeddedTemporal> {
  const { dataDir, logger } = options;
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const notesFile = path.join(dataDir, 'server.json');
  const previous = await readNotes(notesFile);
  if (previous && (await endStaleProcess({ pid: previous.pid, marker: dataDir, stopSignal: 'SIGTERM' }))) {
    logger.warn({ pid: previous.pid }, 'ended a Temporal server that an earlier start had left running');
  }
  const program = await getTemporalProgram(options);

  let ports: Ports | undefined;
  const start = async (): Promise<Child> => {
    for (let attempt = 1; ; attempt++) {
      const candidate = ports ?? (await choosePorts(attempt === 1 ? previous?.ports : undefined));
      try {
        const noteDown = (pid: number) => writeJsonFile(notesFile, { pid, ports: candidate });
        const child = await startServer({ ...options, program, ports: candidate, noteDown });
        ports = candidate;
        return child;
      } catch (error) {
        // Another program may have taken a port in the meantime.
        if (ports || attempt === 3) throw error;
        logger.debug({ err: error }, 'the Temporal server did not start; trying other ports');
      }
    }
  };
  const service = await supervise({ name: 'Temporal', logger, start, onRestart: options.onRestart });
  const chosen = ports ?? { grpc: 0, ui: 0, http: 0, metrics: 0 };
  const address = `127.0.0.1:${chosen.grpc}`;
  await setRetention({ address, namespace: options.namespace, days: options.retentionDays }).catch(
    (error: unknown) =>
      logger.warn({ err: error }, 'the retention of the Temporal namespace could not be set'),
  );
  return {
    address,
    uiUrl: `http://127.0.0.1:${chosen.ui}`,
    pid: service.pid,
    stop: service.stop,
  };
}

async function choosePorts(previous: Ports | undefined): Promise<Ports> {
  const ports = {
    grpc: await findFreePort(...(previous ? [previous.grpc] : [])),
    ui: await findFreePort(...(previous ? [previous.ui] : [])),
    http: await findFreePort(),
    metrics: await findFreePort(),
  };
  return new Set(Object.values(ports)).size === 4 ? ports : choosePorts(undefined);
}

interface StartOptions extends EmbeddedTemporalOptions {
  program: string;
  ports: Ports;
  noteDown: (pid: number) => Promise<void>;
}

async function startServer(options: StartOptions): Promise<Child> {
  const { ports, namespace, logger } = options;
  const said: string[] = [];
  const child = await startChild({
    command: options.program,
    args: serverArguments(options),
    // It needs nothing of this environment: neither secrets nor settings of Temporal's clients. It collects garbage when
    // its heap has grown by half instead of doubled, which saves a quarter of its memory.
    env: { HOME: options.dataDir, GOGC: '50' },
    cwd: options.dataDir,
    stopSignal: 'SIGTERM',
    onLine(line) {
      logger.debug({ service: 'Temporal' }, line);
      if (said.push(line) > 30) said.shift();
    },
  });
  await options.noteDown(child.pid);
  const ready = becomesReady({ address: `127.0.0.1:${ports.grpc}`, namespace, withinMs: READY_WITHIN_MS });
  const outcome = await Promise.race([
    ready.then((yes) => (yes ? 'ready' : `not ready after ${READY_WITHIN_MS / 1000} s`)),
    child.exited,
  ]);
  if (outcome === 'ready') return child;
  await child.stop();
  throw new Error(`The Temporal server did not start (${outcome}):\n${said.join('\n')}`);
}

function serverArguments({ dataDir, ports, namespace }: StartOptions): string[] {
  const args = ['server', 'start-dev', '--ip', '127.0.0.1', '--ui-ip', '127.0.0.1'];
  args.push('--port', `${ports.grpc}`, '--ui-port', `${ports.ui}`);
  args.push('--http-port', `${ports.http}`, '--metrics-port', `${ports.metrics}`);
  // A relative path: SQLite takes it as a URI, which would end at a `#` or `?` in the name of a folder.
  args.push('--db-filename', 'temporal.db', '--log-level', 'warn', '--namespace', namespace);
  // The file does not exist; by its name the next start recognizes a stale server.
  args.push('--env-file', path.join(dataDir, 'temporal.yaml'));
  // A write-ahead log survives a kill of the process. Runs lost in a power cut are started again from the outbox.
  args.push('--sqlite-pragma', 'journal_mode=wal', '--sqlite-pragma', 'synchronous=1');
  for (const [name, value] of Object.entries(DYNAMIC_CONFIG)) {
    args.push('--dynamic-config-value', `${name}=${value}`);
  }
  for (const [name, type] of Object.entries(SEARCH_ATTRIBUTES)) {
    args.push('--search-attribute', `${name}=${type}`);
  }
  return args;
}

async function readNotes(file: string): Promise<{ pid: number; ports: Ports } | null> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as { pid: number; ports: Ports };
  } catch {
    return null;
  }
}

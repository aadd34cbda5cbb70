import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Config } from '../../config.ts';
import { type Child, startChild } from '../../dev/child.ts';
import { readRunningParts } from '../../dev/data-folder.ts';
import { findFreePort } from '../../dev/free-port.ts';
import { memorySettings } from '../../dev/memory-settings.ts';

/** The service that the demo uses. */
export interface DemoService {
  url: string;
  /** False if it was already running; `stop` then does nothing. */
  isOurs: boolean;
  /** Resolves with the exit code or signal when the service ends by itself; never if it was already running. */
  ended: Promise<string>;
  stop(): Promise<void>;
}

interface ServiceOptions {
  config: Config;
  dataDir: string;
  /** For the first administrator, if the database has none. */
  adminPassword: string;
  /** Receives the log lines of the start, downloads included. */
  onProgress: (line: string) => void;
  /** Aborts the start. */
  interrupt: AbortSignal;
}

/** A first start may compile the Temporal server from source on a slow machine. */
const startDeadlineMs = 15 * 60 * 1000;
const stopGraceMs = 35_000;

/** The service that runs on this data folder, else a new one. Throws with the logged errors if it cannot start. */
export async function findOrStartService(options: ServiceOptions): Promise<DemoService> {
  const url = await findRunning(options);
  if (url === null) return startService(options);
  return { url, isOurs: false, ended: new Promise(() => {}), stop: async () => {} };
}

/** Waits for a service that is shutting down, for example after Ctrl-C in another terminal. */
async function findRunning({ dataDir, interrupt }: ServiceOptions): Promise<string | null> {
  for (const deadline = Date.now() + stopGraceMs; Date.now() < deadline; ) {
    const { api } = await readRunningParts(dataDir);
    if (api === undefined || !isRunning(api.pid)) return null;
    if (await isReady(api.url)) return api.url;
    await delay(200, undefined, { signal: interrupt });
  }
  return null;
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

async function startService(options: ServiceOptions): Promise<DemoService> {
  const errors: string[] = [];
  let isReporting = true;
  const child = await startChild({
    command: process.execPath,
    args: [path.join(import.meta.dirname, '../../main.ts')],
    env: {
      ...memorySettings,
      ...process.env,
      PORT: await choosePort(options.config.PORT),
      ADMIN_PASSWORD: options.adminPassword,
      DATA_DIR: options.dataDir,
    },
    stopSignal: 'SIGTERM',
    onLine: (line) => {
      const { text, isError, isReadinessCheck } = readLogLine(line);
      if (isError) errors.push(text);
      if (isReporting && !isReadinessCheck) options.onProgress(text);
    },
  });
  const stop = () => child.stop(stopGraceMs);
  try {
    const url = await waitUntilReady(child, options);
    isReporting = false;
    return { url, isOurs: true, ended: child.exited, stop };
  } catch (error) {
    await stop();
    if (options.interrupt.aborted) throw new Error('Interrupted.', { cause: error });
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error([`The service did not start: ${reason}.`, ...errors].join('\n'), { cause: error });
  }
}

/** The port of the settings, or a free one if it is in use. Empty if there is no setting: the service chooses. */
async function choosePort(wanted: number | undefined): Promise<string> {
  if (wanted === undefined) return '';
  return wanted !== 0 && (await findFreePort(wanted)) === wanted ? String(wanted) : '0';
}

async function waitUntilReady(child: Child, { dataDir, interrupt }: ServiceOptions): Promise<string> {
  const deadline = Date.now() + startDeadlineMs;
  let end: string | undefined;
  child.exited.then(
    (how) => {
      end = how;
    },
    () => {},
  );
  while (Date.now() < deadline) {
    if (end !== undefined) throw new Error(`it ended with ${end}`);
    const { api } = await readRunningParts(dataDir);
    if (api?.pid === child.pid && (await isReady(api.url))) return api.url;
    await delay(100, undefined, { signal: interrupt });
  }
  throw new Error('it was not ready in time');
}

async function isReady(url: string): Promise<boolean> {
  try {
    return (await fetch(new URL('/readyz', url), { signal: AbortSignal.timeout(5_000) })).ok;
  } catch {
    return false;
  }
}

interface LogLine {
  text: string;
  isError: boolean;
  /** The line logs a readiness check; the demo itself polls readiness. */
  isReadinessCheck: boolean;
}

/** Parses a log line. A line that is not JSON is an error message. */
function readLogLine(line: string): LogLine {
  try {
    const { msg, level, check } = JSON.parse(line) as { msg?: string; level?: number; check?: string };
    return { text: msg ?? line, isError: (level ?? 0) >= 50, isReadinessCheck: check !== undefined };
  } catch {
    return { text: line, isError: true, isReadinessCheck: false };
  }
}

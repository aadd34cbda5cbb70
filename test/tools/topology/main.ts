import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { parseNumber } from '../options.ts';
import { createTimedLog } from '../timed-log.ts';
import { runChecks } from './checks/run-checks.ts';
import { buildImage, type Image } from './image.ts';
import { admin, startTopology, type Topology } from './start-topology.ts';
import { runSteady } from './steady/run-steady.ts';

export const usage = `npm run tool -- topology [options]
Starts the services of docker-compose.yml on this machine without a container engine, with the settings of the file:
PostgreSQL, the Temporal server, an S3 server, two APIs and two workers. They run until Ctrl-C. All data is in a temporary
folder, which is deleted at the end. The first start builds the Temporal server, which takes Go. Exits with 1 if a check
fails.

  --check         restart and kill the processes under load, run the main job, and exit
  --steady 60     apply a steady load for 60 minutes, take a sample each minute, compare the samples, and exit
  --rate 3        events per second of --check and --steady
  --image         run the program that the Dockerfile builds, as an unprivileged user
  --verbose       print the logs of the processes`;

export async function run(args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: {
      check: { type: 'boolean', default: false },
      image: { type: 'boolean', default: false },
      steady: { type: 'string' },
      rate: { type: 'string', default: '3' },
      verbose: { type: 'boolean', default: false },
    },
  });
  const perSecond = parseNumber('--rate', values.rate);
  const minutes = values.steady === undefined ? null : parseNumber('--steady', values.steady);
  const interrupted = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => interrupted.abort());
  const interrupt = interrupted.signal;

  const folder = await mkdtemp(path.join(tmpdir(), 'topology-'));
  const log = createTimedLog();
  try {
    const image = values.image ? await buildImageIn(folder, log) : null;
    const topology = await startTopology({
      folder,
      log,
      onLine: values.verbose ? (line) => console.error(line) : () => {},
      interrupt,
      ...(image && { image }),
    });
    try {
      printAddresses(topology, log);
      if (values.check) return await check(topology, { folder, perSecond, log });
      if (minutes !== null) return await holdSteady(topology, { folder, minutes, perSecond, interrupt });
      log('running until Ctrl-C');
      await untilAborted(interrupt);
      return 0;
    } finally {
      log('stopping');
      await topology.stop();
    }
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

type Log = (line: string) => void;

async function buildImageIn(folder: string, log: Log): Promise<Image> {
  log('executing the Dockerfile');
  const imageFolder = path.join(folder, 'image');
  await mkdir(imageFolder);
  return buildImage(imageFolder);
}

function printAddresses({ apis, workers, temporal, databases }: Topology, log: Log): void {
  log(`APIs: ${apis.map(({ url }) => url).join(' and ')}, login ${admin.email} with "${admin.password}"`);
  log(`workers: ${workers.map(({ url }) => url).join(' and ')}; Temporal: ${temporal.address}`);
  log(`database: ${databases.stamping}`);
}

/** Waits for the signal. A signal alone does not keep the process alive. */
async function untilAborted(signal: AbortSignal): Promise<void> {
  while (!signal.aborted) await delay(60_000, undefined, { signal }).catch(() => {});
}

async function check(
  topology: Topology,
  { folder, perSecond, log }: { folder: string; perSecond: number; log: Log },
): Promise<number> {
  const problems = await runChecks(topology, { folder, intervalMs: 1000 / perSecond, log });
  for (const problem of problems.slice(0, 50)) console.log(`  PROBLEM ${problem}`);
  log(problems.length === 0 ? 'all checks passed' : `${problems.length} problems`);
  return problems.length === 0 ? 0 : 1;
}

async function holdSteady(
  topology: Topology,
  options: { folder: string; minutes: number; perSecond: number; interrupt: AbortSignal },
): Promise<number> {
  const { folder, minutes, perSecond, interrupt } = options;
  const trends = await runSteady(topology, {
    minutes,
    perSecond,
    target: path.join(folder, 'rows.zip'),
    interrupt,
    onSample: (sample) => console.log(JSON.stringify(sample)),
  });
  for (const { measure, before, after, unit, isFlat } of trends) {
    console.log(`  ${measure.padEnd(40)} ${before} -> ${after} ${unit} ${isFlat ? 'flat' : 'NOT FLAT'}`);
  }
  return trends.every(({ isFlat }) => isFlat) ? 0 : 1;
}

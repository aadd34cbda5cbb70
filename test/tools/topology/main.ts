import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { buildImage, type Image } from './image.ts';
import { runProofs } from './proofs/run-proofs.ts';
import { admin, startTopology, type Topology } from './start-topology.ts';
import { runSteady } from './steady/run-steady.ts';

/**
 * npm run tool -- topology: the services of docker-compose.yml on this machine without a container engine: PostgreSQL, the
 * Temporal server on it, an S3 server, two APIs, two workers, with the settings of the compose file. Up until Ctrl-C.
 *
 *   --check              runs the proofs and ends
 *   --image              the service's processes are what the Dockerfile makes, as an unprivileged user
 *   --steady 60          a steady load for so many minutes, a sample each minute, and a verdict
 *   --rate 3             events a second of --check and --steady
 *   --verbose            what the processes log
 *
 * Everything lies in a temporary folder, which goes with it. Ends with 1 when a proof fails.
 */
const { values } = parseArgs({
  options: {
    check: { type: 'boolean', default: false },
    image: { type: 'boolean', default: false },
    steady: { type: 'string' },
    rate: { type: 'string', default: '3' },
    verbose: { type: 'boolean', default: false },
  },
});
const parseCount = (name: 'steady' | 'rate'): number => {
  const value = Number(values[name]);
  if (!(value > 0)) throw new Error(`--${name} is a number above 0.`);
  return value;
};

const interrupted = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => interrupted.abort());

const folder = await mkdtemp(path.join(tmpdir(), 'topology-'));
const began = performance.now();
const say = (line: string) =>
  console.log(`${((performance.now() - began) / 1000).toFixed(1).padStart(7)} s  ${line}`);
const onLine = values.verbose ? (line: string) => console.error(line) : () => {};
try {
  const image = values.image ? await layImage() : null;
  const topology = await startTopology({
    folder,
    say,
    onLine,
    interrupt: interrupted.signal,
    ...(image && { image }),
  });
  try {
    tell(topology);
    if (values.check) await prove(topology);
    else if (values.steady !== undefined) await holdSteady(topology);
    else await untilInterrupted();
  } finally {
    say('ending');
    await topology.stop();
  }
} finally {
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
}

async function layImage(): Promise<Image> {
  say("carrying out the Dockerfile's steps");
  const imageFolder = path.join(folder, 'image');
  await mkdir(imageFolder);
  return buildImage(imageFolder);
}

function tell({ apis, workers, temporal, databases }: Topology): void {
  say(`ready: ${apis.map(({ url }) => url).join(' and ')}, as ${admin.email} with "${admin.password}"`);
  say(`workers: ${workers.map(({ url }) => url).join(' and ')}; Temporal: ${temporal.address}`);
  say(`database: ${databases.stamping}`);
}

async function untilInterrupted(): Promise<void> {
  say('up until Ctrl-C');
  // A signal alone does not keep a process alive.
  while (!interrupted.signal.aborted)
    await delay(60_000, undefined, { signal: interrupted.signal }).catch(() => {});
}

async function prove(topology: Topology): Promise<void> {
  const faults = await runProofs(topology, { folder, everyMs: 1000 / parseCount('rate'), say });
  for (const fault of faults.slice(0, 50)) console.log(`  FAULT ${fault}`);
  say(faults.length === 0 ? 'all of it holds' : `${faults.length} faults`);
  if (faults.length > 0) process.exitCode = 1;
}

async function holdSteady(topology: Topology): Promise<void> {
  const findings = await runSteady(topology, {
    minutes: parseCount('steady'),
    perSecond: parseCount('rate'),
    target: path.join(folder, 'rows.zip'),
    interrupt: interrupted.signal,
    onSample: (sample) => console.log(JSON.stringify(sample)),
  });
  for (const { what, before, after, unit, isFlat } of findings) {
    console.log(`  ${what.padEnd(40)} ${before} -> ${after} ${unit} ${isFlat ? 'flat' : 'NOT FLAT'}`);
  }
  if (findings.some(({ isFlat }) => !isFlat)) process.exitCode = 1;
}

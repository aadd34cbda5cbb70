import { mkdir, symlink } from 'node:fs/promises';
import path from 'node:path';
import { type Child, startChild } from '../../../src/dev/child.ts';
import { becomesReady } from '../../../src/dev/embedded-temporal/ready.ts';
import { runCommand } from '../../../src/dev/embedded-temporal/source.ts';
import { findFreePort } from '../../../src/dev/free-port.ts';
import { type Supervised, supervise } from '../../../src/dev/supervise.ts';
import type { Logger } from '../../../src/infra/logger.ts';
import type { Environment } from './compose-environments.ts';

interface TemporalClusterOptions {
  /** The environments of the server and its jobs in the compose file, with addresses of this machine. */
  environments: Readonly<Record<'temporal' | 'temporal-schema' | 'temporal-setup', Environment>>;
  /** The folder with `temporal-server` and `temporal-sql-tool`. */
  programs: string;
  /** The path of the `temporal` command. */
  cli: string;
  /** The folder with the scripts of the compose file for Temporal. */
  deployFolder: string;
  /** An empty folder for links to the programs. */
  folder: string;
  logger: Logger;
}

/** A Temporal server that stores its data in PostgreSQL. */
interface TemporalCluster extends Supervised {
  /** `127.0.0.1:<port>` of the gRPC service. */
  readonly address: string;
  /** Runs the schema job and the setup job again, as every `docker compose up` does. */
  runJobs(): Promise<void>;
}

/** Each of the four services listens on two ports. The names are the settings of the image. */
const PORTS = ['FRONTEND', 'HISTORY', 'MATCHING', 'WORKER'].flatMap((service) => [
  `${service}_GRPC_PORT`,
  `${service}_MEMBERSHIP_PORT`,
]);
const READY_MS = 180_000;
const JOB_MS = 180_000;

/**
 * Creates the databases of Temporal, starts the server and registers the namespace, with the scripts and settings of the
 * compose file. Throws with the output of the part that failed.
 */
export async function startTemporalCluster(options: TemporalClusterOptions): Promise<TemporalCluster> {
  const { environments, deployFolder, logger } = options;
  const ports = await choosePorts();
  const address = `127.0.0.1:${ports.FRONTEND_GRPC_PORT}`;
  const bin = await linkPrograms(options);
  const runJob = (name: 'temporal-schema' | 'temporal-setup', script: string) =>
    runCommand({
      command: 'env',
      args: [
        '-i',
        `PATH=${bin}:/usr/bin:/bin`,
        `HOME=${options.folder}`,
        ...Object.entries({ ...environments[name], ...addressOf(name, address) }).map((pair) =>
          pair.join('='),
        ),
        '/bin/sh',
        '-eu',
        path.join(deployFolder, script),
      ],
      timeoutMs: JOB_MS,
    });
  await runJob('temporal-schema', 'schema.sh');
  const start = () => startServer({ ...options, program: path.join(bin, 'temporal-server'), ports, address });
  const server = await supervise({ name: 'Temporal', logger, start });
  try {
    await runJob('temporal-setup', 'namespace.sh');
  } catch (error) {
    await server.stop();
    throw error;
  }
  return {
    ...server,
    address,
    async runJobs() {
      await runJob('temporal-schema', 'schema.sh');
      await runJob('temporal-setup', 'namespace.sh');
    },
  };
}

const addressOf = (job: string, address: string): Environment =>
  job === 'temporal-setup' ? { TEMPORAL_ADDRESS: address } : {};

/** Temporal stores ports as signed 16-bit integers, so the ports that the system assigns are too high. */
async function choosePorts(): Promise<Environment> {
  const ports: Record<string, string> = {};
  let port = 10_000 + (process.pid % 8_000);
  for (const name of [...PORTS, 'FRONTEND_HTTP_PORT']) {
    while ((await findFreePort(port)) !== port) port += 1;
    ports[name] = String(port++);
  }
  return ports;
}

/** Links the programs under the names that the scripts use. */
async function linkPrograms({ folder, programs, cli }: TemporalClusterOptions): Promise<string> {
  const bin = path.join(folder, 'bin');
  await mkdir(bin, { recursive: true });
  await symlink(path.join(programs, 'temporal-server'), path.join(bin, 'temporal-server'));
  await symlink(path.join(programs, 'temporal-sql-tool'), path.join(bin, 'temporal-sql-tool'));
  await symlink(cli, path.join(bin, 'temporal'));
  return bin;
}

interface ServerOptions extends TemporalClusterOptions {
  program: string;
  ports: Environment;
  address: string;
}

async function startServer(options: ServerOptions): Promise<Child> {
  const { environments, program, ports, address, folder, deployFolder, logger } = options;
  const lastLines: string[] = [];
  const child = await startChild({
    command: program,
    args: ['start'],
    env: {
      HOME: folder,
      LOG_LEVEL: 'warn',
      ...environments.temporal,
      ...ports,
      BIND_ON_IP: '127.0.0.1',
      DYNAMIC_CONFIG_FILE_PATH: path.join(deployFolder, 'dynamic-config.yaml'),
    },
    cwd: folder,
    stopSignal: 'SIGTERM',
    onLine(line) {
      logger.debug({ service: 'Temporal' }, line);
      if (lastLines.push(line.slice(0, 300)) > 30) lastLines.shift();
    },
  });
  // The server creates its own namespace, temporal-system, at the first start.
  const ready = becomesReady({ address, namespace: 'temporal-system', withinMs: READY_MS });
  const outcome = await Promise.race([
    ready.then((yes) => (yes ? 'ready' : `not ready after ${READY_MS / 1000} s`)),
    child.exited,
  ]);
  if (outcome === 'ready') return child;
  await child.stop();
  throw new Error(`The Temporal server did not start (${outcome}):\n${lastLines.join('\n')}`);
}

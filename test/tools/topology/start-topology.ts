import { chmod, chown, mkdir } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { loadConfig } from '../../../src/config.ts';
import { startEmbeddedPostgres } from '../../../src/dev/embedded-postgres/server.ts';
import { getTemporalProgram } from '../../../src/dev/embedded-temporal/program.ts';
import { findFreePort } from '../../../src/dev/free-port.ts';
import { memorySettings } from '../../../src/dev/memory-settings.ts';
import { findCacheFolder } from '../../../src/infra/cache-folder.ts';
import { createLogger } from '../../../src/infra/logger.ts';
import { getWeedProgram } from '../../support/storage/weed-program.ts';
import { S3_KEYS, startS3Server } from '../../support/storage/weed-server.ts';
import {
  deployFolder,
  type Environment,
  environmentOf,
  loadCompose,
  roleStatements,
} from './compose-environments.ts';
import type { Image } from './image.ts';
import { root } from './read-compose.ts';
import { type Program, type ServiceProcess, startService } from './service-process.ts';
import { startTemporalCluster } from './temporal-cluster.ts';
import { getTemporalPrograms } from './temporal-programs.ts';

/** The services of the compose file as processes of this machine. */
export interface Topology {
  readonly apis: readonly ServiceProcess[];
  readonly workers: readonly ServiceProcess[];
  readonly postgres: { pid(): number };
  readonly temporal: { pid(): number; readonly address: string; runJobs(): Promise<void> };
  readonly s3: { readonly pid: number };
  /** URLs of the databases, each with the user that owns it. */
  readonly databases: Readonly<Record<'stamping' | 'temporal' | 'temporal_visibility', string>>;
  /** STORAGE_URL and S3_ENDPOINT of the service. */
  readonly storage: { url: string; endpoint: string };
  stop(): Promise<void>;
}

interface TopologyOptions {
  /** An empty folder for all data. It is not deleted. */
  folder: string;
  apis?: number;
  workers?: number;
  /** Runs the program of the image, as an unprivileged user; by default the sources of this repository. */
  image?: Image;
  /** Additional settings of the service. */
  settings?: Environment;
  /** Receives the progress of the start. */
  log: (line: string) => void;
  /** Receives the log lines of the processes. */
  onLine: (line: string) => void;
  /** Aborts the start. */
  interrupt: AbortSignal;
}

export const admin = { email: 'admin@example.com', password: 'a password for the topology' };

/** Variables of deploy/compose.env.example; passwords of databases have letters and digits only. */
const variables: Environment = {
  BASE_URL: 'http://localhost:3000',
  ADMIN_EMAIL: admin.email,
  ADMIN_PASSWORD: admin.password,
  JWT_SECRET: 'a secret of the topology, of more than 32 characters',
  POSTGRES_PASSWORD: 'superuser',
  STAMPING_DB_PASSWORD: 'stamping1',
  TEMPORAL_DB_PASSWORD: 'temporal1',
  S3_ACCESS_KEY: S3_KEYS.accessKeyId,
  S3_SECRET_KEY: S3_KEYS.secretAccessKey,
  LOG_LEVEL: 'warn',
};

const unlimited: Environment = {
  RATE_LIMIT_PER_MINUTE: '0',
  WEBHOOK_RATE_LIMIT_PER_MINUTE: '0',
  AUTH_RATE_LIMIT_PER_MINUTE: '0',
  WORKFLOW_MAILS_PER_DAY: '0',
};

/** Starts everything in the order of the compose file. Throws if a part fails, after it has stopped the others. */
export async function startTopology(options: TopologyOptions): Promise<Topology> {
  const stops: (() => Promise<unknown>)[] = [];
  const stop = async () => {
    for (const end of stops.reverse()) await end();
  };
  try {
    return { ...(await startParts(options, stops)), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startParts(
  options: TopologyOptions,
  stops: (() => Promise<unknown>)[],
): Promise<Omit<Topology, 'stop'>> {
  const { folder, log, onLine, interrupt, settings = {} } = options;
  const logger = createLogger({ LOG_LEVEL: 'silent' });
  const config = loadConfig();
  const cacheDir = await findCacheFolder(config.CACHE_DIR);
  const compose = await loadCompose(variables);
  // If this process is root, PostgreSQL runs as another user, which must be able to enter the folder.
  await chmod(folder, 0o711);

  const { folder: programs } = await getTemporalPrograms({ cacheDir, onProgress: log });
  const cli = await getTemporalProgram({ cliPath: config.TEMPORAL_CLI_PATH, cacheDir, onProgress: log });
  const program = await getWeedProgram({ cacheDir });

  log('starting PostgreSQL and the S3 server');
  const postgres = await startEmbeddedPostgres({ parentDir: folder, logger });
  stops.push(() => postgres.stop());
  await createRoles(postgres.url);
  const s3 = await startS3Server({ program, folder: path.join(folder, 's3') });
  stops.push(() => s3.stop());
  const { endpoint, bucket } = await s3.createBucket();

  const { host } = new URL(postgres.url);
  const addresses: Record<string, string> = { 'postgres:5432': host, 's3:8333': new URL(endpoint).host };
  const environment = (service: string) => environmentOf(compose, { service, addresses });
  log('starting the Temporal server on PostgreSQL');
  const temporalFolder = path.join(folder, 'temporal');
  await mkdir(temporalFolder);
  const temporal = await startTemporalCluster({
    environments: {
      temporal: environment('temporal'),
      'temporal-schema': environment('temporal-schema'),
      'temporal-setup': environment('temporal-setup'),
    },
    programs,
    cli,
    deployFolder: path.join(deployFolder, 'temporal'),
    folder: temporalFolder,
    logger,
  });
  stops.push(() => temporal.stop());
  addresses['temporal:7233'] = temporal.address;

  const storage = { url: `s3://${bucket}`, endpoint };
  const { program: service, env: base } = programOf(options.image, cacheDir);
  const start = async (role: 'api' | 'worker', number: number): Promise<ServiceProcess> => {
    const name = `${role}-${number}`;
    const port = await findFreePort();
    const dataDir = path.join(folder, name);
    await mkdir(dataDir);
    if (service.identity) await chown(dataDir, service.identity.uid, service.identity.gid);
    const env = {
      ...base,
      ...environment(role),
      ...unlimited,
      HOST: '127.0.0.1',
      PORT: String(port),
      DATA_DIR: dataDir,
      STORAGE_URL: storage.url,
      ...settings,
    };
    const started = await startService({
      name,
      program: service,
      url: `http://127.0.0.1:${port}`,
      env,
      logger,
      onLine,
      interrupt,
    });
    running.push(started);
    return started;
  };
  const running: ServiceProcess[] = [];
  stops.push(() => Promise.all(running.map((each) => each.stop())));
  log('starting the service');
  // All at the same time, as compose does, so that they compete for the migration of the empty database.
  const count = (number: number, role: 'api' | 'worker') =>
    Array.from({ length: number }, (_, index) => start(role, index + 1));
  const starting = [count(options.apis ?? 2, 'api'), count(options.workers ?? 2, 'worker')] as const;
  await Promise.allSettled(starting.flat());
  const [apis, workers] = [await Promise.all(starting[0]), await Promise.all(starting[1])];
  const urlOf = (user: string, password: string, database: string) =>
    `postgresql://${user}:${password}@${host}/${database}`;
  return {
    apis,
    workers,
    postgres,
    temporal,
    s3,
    storage,
    databases: {
      stamping: urlOf('stamping', 'stamping1', 'stamping'),
      temporal: urlOf('temporal', 'temporal1', 'temporal'),
      temporal_visibility: urlOf('temporal', 'temporal1', 'temporal_visibility'),
    },
  };
}

/** A user without files of its own. Only root can start a process as another user. */
const unprivileged = { uid: 65_534, gid: 65_534 };

function programOf(image: Image | undefined, cacheDir: string): { program: Program; env: Environment } {
  const { PATH = '' } = process.env;
  if (image === undefined) {
    const env = { PATH, ...memorySettings, CACHE_DIR: cacheDir };
    return { program: { folder: root, args: ['src/main.ts'] }, env };
  }
  const { folder, args, env } = image;
  const isRoot = process.getuid?.() === 0;
  return {
    program: { folder, args, ...(isRoot && { identity: unprivileged }) },
    env: { PATH, ...env, HOME: '/' },
  };
}

async function createRoles(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const statement of await roleStatements(variables)) await client.query(statement);
  } finally {
    await client.end();
  }
}

import { chmod, chown, mkdir } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { loadConfig } from '../../../src/config.ts';
import { startEmbeddedPostgres } from '../../../src/dev/embedded-postgres/server.ts';
import { getTemporalProgram } from '../../../src/dev/embedded-temporal/program.ts';
import { findFreePort } from '../../../src/dev/free-port.ts';
import { findCacheFolder } from '../../../src/infra/cache-folder.ts';
import { createLogger } from '../../../src/infra/logger.ts';
import { getWeedProgram } from '../../support/s3/weed-program.ts';
import { S3_KEYS, startS3Server } from '../../support/s3/weed-server.ts';
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

/** The compose file's services on this machine, from packages. */
export interface Topology {
  readonly apis: readonly ServiceProcess[];
  readonly workers: readonly ServiceProcess[];
  readonly postgres: { pid(): number };
  readonly temporal: { pid(): number; readonly address: string; runJobs(): Promise<void> };
  readonly s3: { readonly pid: number };
  /** The service's database, the engine's two, as their owners. */
  readonly databases: Readonly<Record<'stamping' | 'temporal' | 'temporal_visibility', string>>;
  /** Where documents are, in the service's own words, and the variables that its SDK reads. */
  readonly storage: { url: string; endpoint: string };
  stop(): Promise<void>;
}

export interface TopologyOptions {
  /** A folder for everything; removed by whoever made it. */
  folder: string;
  apis?: number;
  workers?: number;
  /** Starts what the image holds, as its unprivileged user; default: this folder as it is. */
  image?: Image;
  /** Settings of the service's processes besides those of the compose file. */
  settings?: Environment;
  say: (line: string) => void;
  /** What the processes log. */
  onLine: (line: string) => void;
  /** Ends a start that takes too long for the user. */
  interrupt: AbortSignal;
}

export const admin = { email: 'admin@example.com', password: 'a password for the topology' };

/** Letters and digits, as deploy/compose.env.example asks for. */
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

/** Limits are for users; what is measured and proved here is the rest. */
const unlimited: Environment = {
  RATE_LIMIT_PER_MINUTE: '0',
  WEBHOOK_RATE_LIMIT_PER_MINUTE: '0',
  AUTH_RATE_LIMIT_PER_MINUTE: '0',
};

/** Starts everything, in the compose file's order. Throws with what failed; nothing is left running then. */
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
  const { folder, say, onLine, interrupt, settings = {} } = options;
  const logger = createLogger({ LOG_LEVEL: 'silent' });
  const config = loadConfig();
  const cacheDir = await findCacheFolder(config.CACHE_DIR);
  const compose = await loadCompose(variables);
  // PostgreSQL may run as another user and must reach its own folder below.
  await chmod(folder, 0o711);

  const { folder: programs } = await getTemporalPrograms({ cacheDir, onProgress: say });
  const cli = await getTemporalProgram({ cliPath: config.TEMPORAL_CLI_PATH, cacheDir, onProgress: say });
  const program = await getWeedProgram({ cacheDir });

  say('starting PostgreSQL and the S3 server');
  const postgres = await startEmbeddedPostgres({ parentDir: folder, logger });
  stops.push(() => postgres.stop());
  await createRoles(postgres.url);
  const s3 = await startS3Server({ program, folder: path.join(folder, 's3') });
  stops.push(() => s3.stop());
  const { endpoint, bucket } = await s3.createBucket();

  const { host } = new URL(postgres.url);
  const addresses: Record<string, string> = { 'postgres:5432': host, 's3:8333': new URL(endpoint).host };
  const give = (service: string) => environmentOf(compose, { service, addresses });
  say('starting the Temporal server on PostgreSQL');
  const temporalFolder = path.join(folder, 'temporal');
  await mkdir(temporalFolder);
  const temporal = await startTemporalCluster({
    environments: {
      temporal: give('temporal'),
      'temporal-schema': give('temporal-schema'),
      'temporal-setup': give('temporal-setup'),
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
  const { program: what, env: base } = programOf(options.image, cacheDir);
  const start = async (role: 'api' | 'worker', number: number): Promise<ServiceProcess> => {
    const name = `${role}-${number}`;
    const port = await findFreePort();
    const dataDir = path.join(folder, name);
    await mkdir(dataDir);
    if (what.identity) await chown(dataDir, what.identity.uid, what.identity.gid);
    const env = {
      ...base,
      ...give(role),
      ...unlimited,
      HOST: '127.0.0.1',
      PORT: String(port),
      DATA_DIR: dataDir,
      STORAGE_URL: storage.url,
      ...settings,
    };
    const service = await startService({
      name,
      program: what,
      url: `http://127.0.0.1:${port}`,
      env,
      logger,
      onLine,
      interrupt,
    });
    running.push(service);
    return service;
  };
  const running: ServiceProcess[] = [];
  stops.push(() => Promise.all(running.map((service) => service.stop())));
  say('starting the service');
  // All at once, as compose does: one of them meets the empty database first.
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

/** The image has a user that owns nothing; only root can start anything as another user. */
const nobody = { uid: 65_534, gid: 65_534 };

function programOf(image: Image | undefined, cacheDir: string): { program: Program; env: Environment } {
  const { PATH = '' } = process.env;
  if (image === undefined) {
    const env = { PATH, MALLOC_ARENA_MAX: '2', CACHE_DIR: cacheDir };
    return { program: { folder: root, args: ['src/main.ts'] }, env };
  }
  const { folder, args, env } = image;
  const isRoot = process.getuid?.() === 0;
  return { program: { folder, args, ...(isRoot && { identity: nobody }) }, env: { PATH, ...env, HOME: '/' } };
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

import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { loadConfig } from '../../../src/config.ts';
import { migrate } from '../../../src/database/migrate.ts';
import { createOrm } from '../../../src/database/orm.ts';
import { startEmbeddedPostgres } from '../../../src/dev/embedded-postgres/server.ts';
import { startEmbeddedTemporal } from '../../../src/dev/embedded-temporal/server.ts';
import { findCacheFolder } from '../../../src/infra/cache-folder.ts';
import { createLogger } from '../../../src/infra/logger.ts';
import { getWeedProgram } from '../storage/weed-program.ts';
import { type BucketInfo, type S3Server, startS3Server } from '../storage/weed-server.ts';

/** Addresses and credentials of the running services, for tests. */
export interface StackInfo {
  /** Temporal's `host:port`. */
  temporalAddress: string;
  temporalUiUrl: string;
  /** Folder for files of tests; removed after the run. */
  folder: string;
}

export interface TestStack {
  info: StackInfo;
  /** Makes a database, migrated or empty, and returns its URL. */
  createDatabase(database: { name: string; empty: boolean }): Promise<string>;
  /** Makes a bucket on the S3 server; the first call starts the server. */
  createBucket(): Promise<BucketInfo>;
  stop(): Promise<void>;
}

const TEMPLATE = 'migrated_template';

/** Starts both services in `folder` and prepares a migrated database to copy from. */
export async function openTestStack(folder: string): Promise<TestStack> {
  const logger = createLogger({ LOG_LEVEL: 'error' });
  const config = loadConfig();
  const cacheDir = await findCacheFolder(config.CACHE_DIR);
  const starting = {
    postgres: startEmbeddedPostgres({ parentDir: folder, logger, durable: false }),
    temporal: startEmbeddedTemporal({
      dataDir: path.join(folder, 'temporal'),
      cacheDir,
      cliPath: config.TEMPORAL_CLI_PATH,
      namespace: 'default',
      retentionDays: 7,
      logger,
      onProgress: (line) => console.error(line),
    }),
  };
  const started = await Promise.allSettled([starting.postgres, starting.temporal]);
  const failed = started.find((outcome) => outcome.status === 'rejected');
  if (failed) {
    for (const outcome of started) if (outcome.status === 'fulfilled') await outcome.value.stop();
    throw failed.reason;
  }
  const [postgres, temporal] = await Promise.all([starting.postgres, starting.temporal]);

  const admin = await createOrm({ url: postgres.url, poolMax: 4 });
  const execute = (sql: string) => admin.em.getConnection().execute(sql);
  await execute(`create database ${TEMPLATE}`);
  await migrate({ url: urlOf(postgres.url, TEMPLATE) });

  const files = path.join(folder, 'files');
  await mkdir(files);
  let count = 0;
  let s3: Promise<S3Server> | undefined;
  const startS3 = async () =>
    startS3Server({ program: await getWeedProgram({ cacheDir }), folder: path.join(folder, 's3') });
  return {
    info: { temporalAddress: temporal.address, temporalUiUrl: temporal.uiUrl, folder: files },
    async createDatabase({ name, empty }) {
      count += 1;
      const database = `test_${count}_${name
        .toLowerCase()
        .replace(/[^a-z0-9]+/g, '_')
        .slice(0, 40)}`;
      await execute(`create database ${database}${empty ? '' : ` template ${TEMPLATE}`}`);
      return urlOf(postgres.url, database);
    },
    async createBucket() {
      s3 ??= startS3();
      return (await s3).createBucket();
    },
    async stop() {
      await admin.close(true);
      const s3Stopped = s3?.then((server) => server.stop()).catch(() => undefined);
      await Promise.all([postgres.stop(), temporal.stop(), s3Stopped]);
    },
  };
}

function urlOf(adminUrl: string, database: string): string {
  const url = new URL(adminUrl);
  url.pathname = `/${database}`;
  return url.href;
}

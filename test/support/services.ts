import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { loadConfig } from '../../src/config.ts';
import { createOrm } from '../../src/database/orm.ts';
import { type Clock, systemClock } from '../../src/infra/clock.ts';
import { createHealth } from '../../src/infra/health.ts';
import { createLogger, type Logger } from '../../src/infra/logger.ts';
import { createFolderStorage } from '../../src/infra/object-storage/folder-storage.ts';
import { createServices, type Services } from '../../src/services.ts';

export interface TestServicesOptions {
  databaseUrl: string;
  /** For stored files, uploads and temporary files. */
  folder: string;
  /** Settings; limits are off by default. */
  env?: Record<string, string>;
  /** Default: the system's. */
  clock?: Clock;
  /** Default: logs nothing. */
  logger?: Logger;
  /** The most connections to the database. */
  poolMax: number;
}

/** The services of the product, created as a process of the product creates them. `closeServices` closes them. */
export async function createTestServices(options: TestServicesOptions): Promise<Services> {
  const { databaseUrl, folder, env = {}, clock = systemClock, poolMax } = options;
  const config = loadConfig({
    NODE_ENV: 'test',
    LOG_LEVEL: process.env.TEST_LOG_LEVEL ?? 'silent',
    DATA_DIR: folder,
    DATABASE_URL: databaseUrl,
    RATE_LIMIT_PER_MINUTE: '0',
    AUTH_RATE_LIMIT_PER_MINUTE: '0',
    WEBHOOK_RATE_LIMIT_PER_MINUTE: '0',
    WORKFLOW_MAILS_PER_DAY: '0',
    SANDBOX_PROCESSES: '1',
    ...env,
  });
  const logger = options.logger ?? createLogger(config);
  return createServices({
    config,
    logger,
    clock,
    orm: await createOrm({ url: config.DATABASE_URL ?? databaseUrl, poolMax }),
    storage: createFolderStorage(path.join(folder, 'storage')),
    health: createHealth({ onFailure: (check, error) => logger.warn({ check, err: error }, 'not ready') }),
    jwtSecret: config.JWT_SECRET ?? randomBytes(32).toString('base64url'),
    baseUrl: () => config.BASE_URL ?? 'http://localhost:3000',
  });
}

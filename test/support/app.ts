import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildApp } from '../../src/app.ts';
import { loadConfig } from '../../src/config.ts';
import { createOrm } from '../../src/database/orm.ts';
import type { App } from '../../src/http/app-types.ts';
import { type Clock, systemClock } from '../../src/infra/clock.ts';
import { createHealth } from '../../src/infra/health.ts';
import { createLogger, type Logger } from '../../src/infra/logger.ts';
import { createFolderStorage } from '../../src/infra/object-storage/folder-storage.ts';
import { closeServices, createServices, type Services } from '../../src/services.ts';
import { checkInjectedResponses } from './responses/check-injected.ts';
import { testDatabaseUrl } from './stack/stack.ts';

export interface TestApp {
  app: App;
  services: Services;
  /** Stored files, uploads and files of the test. */
  folder: string;
  close(): Promise<void>;
}

/**
 * The whole application in this process, with a database and a folder of its own. Each response of `app.inject` is
 * checked against the API description. `env` overrides settings; limits are off by default.
 */
export async function startTestApp({
  name,
  env = {},
  clock = systemClock,
  logger: given,
  headersTimeout,
}: {
  name: string;
  env?: Record<string, string>;
  clock?: Clock;
  /** For tests that read the log. */
  logger?: Logger;
  /** For tests of slow clients; milliseconds. */
  headersTimeout?: number;
}): Promise<TestApp> {
  const folder = await mkdtemp(path.join(tmpdir(), 'stamping-app-'));
  const config = loadConfig({
    NODE_ENV: 'test',
    LOG_LEVEL: process.env.TEST_LOG_LEVEL ?? 'silent',
    DATA_DIR: folder,
    DATABASE_URL: await testDatabaseUrl(name),
    RATE_LIMIT_PER_MINUTE: '0',
    AUTH_RATE_LIMIT_PER_MINUTE: '0',
    WEBHOOK_RATE_LIMIT_PER_MINUTE: '0',
    WORKFLOW_MAILS_PER_DAY: '0',
    SANDBOX_PROCESSES: '1',
    ...env,
  });
  const logger = given ?? createLogger(config);
  const services = createServices({
    config,
    logger,
    clock,
    orm: await createOrm({ url: config.DATABASE_URL ?? '', poolMax: 5 }),
    storage: createFolderStorage(path.join(folder, 'storage')),
    health: createHealth({ onFailure: (check, error) => logger.warn({ check, err: error }, 'not ready') }),
    jwtSecret: config.JWT_SECRET ?? randomBytes(32).toString('base64url'),
    baseUrl: () => config.BASE_URL ?? 'http://localhost:3000',
  });
  const app = await buildApp(services, headersTimeout);
  checkInjectedResponses(app);
  return {
    app,
    services,
    folder,
    async close() {
      await app.close();
      await closeServices(services);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

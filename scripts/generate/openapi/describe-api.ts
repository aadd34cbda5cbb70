import { MikroORM } from '@mikro-orm/postgresql';
import { buildApp } from '../../../src/app.ts';
import { loadConfig } from '../../../src/config.ts';
import { ormOptions } from '../../../src/database/orm.ts';
import { systemClock } from '../../../src/infra/clock.ts';
import { createHealth } from '../../../src/infra/health.ts';
import { createLogger } from '../../../src/infra/logger.ts';
import { createFolderStorage } from '../../../src/infra/object-storage/folder-storage.ts';
import { closeServices, createServices } from '../../../src/services.ts';

/** The OpenAPI document as text. Routes are declared, but not called, so no connection is opened. */
export async function describeApi(folder: string): Promise<string> {
  const config = loadConfig({ LOG_LEVEL: 'silent', DATA_DIR: folder });
  const services = createServices({
    config,
    logger: createLogger(config),
    orm: new MikroORM(ormOptions({ url: 'postgresql://nowhere/none', poolMax: 2 })),
    storage: createFolderStorage(folder),
    clock: systemClock,
    health: createHealth({ onFailure: () => undefined }),
    jwtSecret: 'not used: no token is signed',
    baseUrl: () => 'http://localhost:3000',
  });
  const app = await buildApp(services);
  try {
    return `${JSON.stringify(app.swagger(), null, 2)}\n`;
  } finally {
    await app.close();
    await closeServices(services);
  }
}

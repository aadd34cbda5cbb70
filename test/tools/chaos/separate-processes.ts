import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { loadConfig } from '../../../src/config.ts';
import { startEmbeddedPostgres } from '../../../src/dev/embedded-postgres/server.ts';
import { startEmbeddedTemporal } from '../../../src/dev/embedded-temporal/server.ts';
import { findFreePort } from '../../../src/dev/free-port.ts';
import { findCacheFolder } from '../../../src/infra/cache-folder.ts';
import {
  type Deployment,
  type DeploymentOptions,
  newestChildOf,
  silent,
  superviseProgram,
} from './deployment.ts';

/** Two API processes and two workers, with PostgreSQL and Temporal as separate servers. */
export async function startSeparateProcesses({
  folder,
  env,
  onLine,
}: DeploymentOptions): Promise<Deployment> {
  await mkdir(folder, { recursive: true, mode: 0o711 });
  const config = loadConfig();
  const postgres = await startEmbeddedPostgres({ parentDir: folder, logger: silent });
  const temporalFolder = path.join(folder, 'temporal');
  const temporal = await startEmbeddedTemporal({
    dataDir: temporalFolder,
    cacheDir: await findCacheFolder(config.CACHE_DIR),
    cliPath: config.TEMPORAL_CLI_PATH,
    namespace: 'default',
    retentionDays: 7,
    logger: silent,
    onProgress: onLine,
  });
  const filesFolder = path.join(folder, 'files');
  const start = async (name: string, role: 'api' | 'worker') => {
    const port = await findFreePort();
    const program = await superviseProgram({
      name,
      onLine,
      env: {
        ...env,
        ROLE: role,
        PORT: String(port),
        DATA_DIR: path.join(folder, name),
        DATABASE_URL: postgres.url,
        TEMPORAL_ADDRESS: temporal.address,
        STORAGE_URL: pathToFileURL(filesFolder).href,
      },
    });
    return { name, program, url: `http://127.0.0.1:${port}` };
  };
  const apis = [await start('api-1', 'api'), await start('api-2', 'api')];
  const workers = [await start('worker-1', 'worker'), await start('worker-2', 'worker')];
  const database = { name: 'postgres', pid: async () => postgres.pid() };
  return {
    parts: [
      ...[...apis, ...workers].map(({ name, program }) => ({ name, pid: async () => program.pid() })),
      database,
      newestChildOf(database),
      { name: 'temporal', pid: async () => temporal.pid() },
    ],
    apiUrls: apis.map(({ url }) => url),
    databaseUrl: async () => postgres.url,
    filesFolder,
    temporalFolder,
    async stop() {
      await Promise.all([...apis, ...workers].map(({ program }) => program.stop()));
      await Promise.all([postgres.stop(), temporal.stop()]);
    },
  };
}

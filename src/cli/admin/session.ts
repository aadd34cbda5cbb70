import { mkdir } from 'node:fs/promises';
import { hostname, userInfo } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Config, generateSecret } from '../../config.ts';
import { openDataFolder, readRunningParts } from '../../dev/data-folder.ts';
import { startEmbeddedPostgres } from '../../dev/embedded-postgres/server.ts';
import { persistSecret } from '../../dev/persisted-secret.ts';
import { systemClock } from '../../infra/clock.ts';
import { createHealth } from '../../infra/health.ts';
import type { Logger } from '../../infra/logger.ts';
import { operatorNamed } from '../../modules/admin/operators.service.ts';
import type { Operator } from '../../modules/audit/caller.ts';
import { openDatabase } from '../../process/database.ts';
import { openReadyStorage } from '../../process/storage.ts';
import { closeServices, createServices, type Services } from '../../services.ts';

/** The services on the database and storage of the installation. No server and no background job runs. */
export interface Session {
  services: Services;
  operator: Operator;
  /** Prints the progress of a long command. */
  report(line: string): void;
  close(): Promise<void>;
}

/**
 * Connects to the database and the storage of the settings. The service may be running or stopped. Throws an error that
 * says what to do when one of them is unavailable.
 */
export async function openSession(config: Config, logger: Logger): Promise<Session> {
  const folder = path.resolve(config.DATA_DIR);
  const database = await findDatabase(config, logger);
  try {
    const { temporal } = await readRunningParts(folder);
    const resolved = {
      ...config,
      DATABASE_URL: database.url,
      TEMPORAL_ADDRESS: config.TEMPORAL_ADDRESS ?? temporal?.address,
      STORAGE_URL: config.STORAGE_URL ?? pathToFileURL(path.join(folder, 'files')).href,
    };
    const storage = await openReadyStorage(resolved, logger);
    // With an external database and storage, the folder may not exist yet.
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const orm = await openDatabase({ url: database.url, poolMax: config.DATABASE_POOL_MAX, logger });
    const services = createServices({
      config: resolved,
      logger,
      orm,
      storage,
      clock: systemClock,
      health: createHealth({ onFailure: () => undefined }),
      jwtSecret: config.JWT_SECRET ?? (await persistSecret(path.join(folder, 'jwt-secret'), generateSecret)),
      baseUrl: () => config.BASE_URL ?? '',
    });
    // The processes of the service start the runs that a command queues.
    await services.closeOutbox();
    return {
      services,
      operator: operatorNamed(`${accountName()} at ${hostname()}`.slice(0, 254)),
      report: (line) => console.error(line),
      async close() {
        await closeServices(services);
        await database.close();
      },
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** In a container the process may run under a user id without a name. */
function accountName(): string {
  try {
    return userInfo().username;
  } catch {
    return `user ${process.getuid?.() ?? 'unknown'}`;
  }
}

interface Database {
  url: string;
  close(): Promise<void>;
}

/**
 * The database of DATABASE_URL. Without one, the embedded database: that of the process that uses the data folder, or
 * one started for this command.
 */
async function findDatabase(config: Config, logger: Logger): Promise<Database> {
  if (config.DATABASE_URL !== undefined) return { url: config.DATABASE_URL, close: async () => {} };
  let folder: Awaited<ReturnType<typeof openDataFolder>>;
  try {
    folder = await openDataFolder({ folder: config.DATA_DIR, use: 'whole' });
  } catch (error) {
    const { postgres } = await readRunningParts(path.resolve(config.DATA_DIR));
    if (postgres === undefined) throw error;
    return { url: postgres.url, close: async () => {} };
  }
  try {
    const postgres = await startEmbeddedPostgres({ parentDir: folder.path, logger });
    const close = async () => {
      await postgres.stop();
      await folder.close();
    };
    return { url: postgres.url, close };
  } catch (error) {
    await folder.close();
    throw error;
  }
}

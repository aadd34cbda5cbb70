import { mkdir } from 'node:fs/promises';
import { hostname, userInfo } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Config, generateSecret } from '../../config.ts';
import { openDataFolder, readRunningParts } from '../../dev/data-folder.ts';
import { startEmbeddedPostgres } from '../../dev/embedded-postgres/server.ts';
import { keepSecret } from '../../dev/kept-secret.ts';
import { systemClock } from '../../infra/clock.ts';
import { createHealth } from '../../infra/health.ts';
import type { Logger } from '../../infra/logger.ts';
import { operatorNamed } from '../../modules/admin/operators.service.ts';
import type { Operator } from '../../modules/audit/caller.ts';
import { openDatabase } from '../../process/database.ts';
import { openReadyStorage } from '../../process/storage.ts';
import { closeServices, createServices, type Services } from '../../services.ts';

/** The service's parts on its own database and storage, without anything of it running. */
export interface Session {
  services: Services;
  operator: Operator;
  /** Tells how far a long command is. */
  tell(line: string): void;
  close(): Promise<void>;
}

/**
 * Opens what the settings name, whether the service runs or not. Throws with what to do when the database or the
 * storage cannot be had.
 */
export async function openSession(config: Config, logger: Logger): Promise<Session> {
  const folder = path.resolve(config.DATA_DIR);
  const database = await findDatabase(config, logger);
  try {
    const complete = {
      ...config,
      DATABASE_URL: database.url,
      STORAGE_URL: config.STORAGE_URL ?? pathToFileURL(path.join(folder, 'files')).href,
    };
    const storage = await openReadyStorage(complete, logger);
    // Where database and storage are elsewhere, nobody may have made it yet.
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const orm = await openDatabase({ url: database.url, poolMax: config.DATABASE_POOL_MAX, logger });
    const services = createServices({
      ...{ config: complete, logger, orm, storage, clock: systemClock },
      health: createHealth({ onFailure: () => undefined }),
      jwtSecret: config.JWT_SECRET ?? (await keepSecret(path.join(folder, 'jwt-secret'), generateSecret)),
      baseUrl: () => config.BASE_URL ?? '',
    });
    // Runs that are put back are started by the service's own processes.
    await services.closeOutbox();
    return {
      services,
      operator: operatorNamed(`${accountName()} at ${hostname()}`.slice(0, 254)),
      tell: (line) => console.error(line),
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

/** A process may run under a number that has no name, as containers do. */
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

/** The named database; else that of the program that uses the data folder, or the folder's own, started for now. */
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

import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { type CompleteConfig, type Config, generateSecret } from '../config.ts';
import { type DataFolder, type FolderUse, openDataFolder, type RunningParts } from '../dev/data-folder.ts';
import {
  type EmbeddedServices,
  needsEmbeddedServices,
  startEmbeddedServices,
} from '../dev/embedded-services.ts';
import { persistSecret } from '../dev/persisted-secret.ts';
import { findCacheFolder, openCachePart } from '../infra/cache-folder.ts';
import { enableCompileCache, flushCompileCache } from '../infra/compile-cache.ts';
import { armCrashPoint } from '../infra/crash-points.ts';
import type { Logger } from '../infra/logger.ts';
import type { Closers } from './closers.ts';
import { checkAddress } from './listen.ts';
import { createStep } from './steps.ts';

export interface ProgramOptions {
  config: Config;
  logger: Logger;
  /** Receives every open resource; the caller closes them, also when the start fails. */
  closers: Closers;
}

/**
 * Starts the program by its settings: the data folder, embedded services, then `serve`. Resolves once requests are served.
 * Throws an error with advice for the operator.
 */
export async function startProgram({ config, logger, closers }: ProgramOptions): Promise<void> {
  const began = performance.now();
  if (config.CRASH_AT !== undefined) armCrashPoint(config.CRASH_AT);
  const step = createStep(logger, closers);
  const use: FolderUse = needsEmbeddedServices(config) || config.ROLE === 'all' ? 'whole' : config.ROLE;
  const folder = await openDataFolder({ folder: config.DATA_DIR, use });
  closers.add({ name: 'the data folder', close: folder.close });
  // After the folder: a second start of the same program gets that error, not one about its port.
  await checkAddress({ host: config.HOST, port: config.PORT });

  let serving: RunningParts = {};
  let embedded: EmbeddedServices | undefined;
  const publish = () => folder.publish({ ...serving, ...embedded?.parts() });
  const settings = { ...config, CACHE_DIR: await findCacheFolder(config.CACHE_DIR) };
  enableCompileCache(await openCachePart(settings.CACHE_DIR, 'compiled'));
  // Loading the program takes as long as starting the services: both at once.
  const [services, { serve }] = await Promise.all([
    step('embedded services', () =>
      startEmbeddedServices({
        config,
        logger,
        dataDir: folder.path,
        cacheDir: settings.CACHE_DIR,
        onRestart: () => publish(),
      }),
    ),
    step('modules', () => import('./serve.ts')),
  ]);
  embedded = services;
  closers.add({ name: 'embedded services', close: services.stop, withinMs: 15_000 });
  await publish();

  const complete = completeConfig({ config: settings, folder, services });
  const jwtSecret =
    config.JWT_SECRET ?? (await persistSecret(path.join(folder.path, 'jwt-secret'), generateSecret));
  const url = await serve({ config: complete, jwtSecret, logger, closers, step });
  const self = { pid: process.pid, url };
  serving = config.ROLE === 'worker' ? { worker: self } : { api: self };
  await publish();
  flushCompileCache();
  logger.info({ url, ms: Math.round(performance.now() - began) }, `ready at ${url}`);
  if (config.ROLE !== 'worker') logger.info(`the API can be tried at ${url}/docs`);
  if (services.temporalUiUrl !== undefined) logger.info(`runs can be seen at ${services.temporalUiUrl}`);
}

/** The settings with the addresses of embedded services. */
function completeConfig(options: {
  config: Config;
  folder: DataFolder;
  services: EmbeddedServices;
}): CompleteConfig {
  const { config, folder, services } = options;
  return Object.freeze({
    ...config,
    DATA_DIR: folder.path,
    DATABASE_URL: services.databaseUrl,
    TEMPORAL_ADDRESS: services.temporalAddress,
    STORAGE_URL: config.STORAGE_URL ?? pathToFileURL(path.join(folder.path, 'files')).href,
    ...(services.temporalUiUrl === undefined ? {} : { TEMPORAL_UI_URL: services.temporalUiUrl }),
  });
}

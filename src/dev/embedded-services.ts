import path from 'node:path';
import type { Config } from '../config.ts';
import type { Logger } from '../infra/logger.ts';
import type { RunningParts } from './data-folder.ts';
import { startEmbeddedPostgres } from './embedded-postgres/server.ts';
import { startEmbeddedTemporal } from './embedded-temporal/server.ts';

/** The services without an address in the settings, run by this program. */
export interface EmbeddedServices {
  databaseUrl: string;
  temporalAddress: string;
  /** Undefined for an external Temporal server without TEMPORAL_UI_URL. */
  temporalUiUrl: string | undefined;
  /** The running services with their current process ids. */
  parts(): RunningParts;
  stop(): Promise<void>;
}

interface EmbeddedServicesOptions {
  config: Config;
  dataDir: string;
  /** Folder for a downloaded server program; must be writable. */
  cacheDir: string;
  logger: Logger;
  /** Called when a service was restarted and has a new process id. */
  onRestart: () => Promise<void>;
}

/** Whether a service has no address in the settings. */
export function needsEmbeddedServices(config: Config): boolean {
  return config.DATABASE_URL === undefined || config.TEMPORAL_ADDRESS === undefined;
}

/** Starts the services without an address, both at the same time. If one fails, the other is stopped. */
export async function startEmbeddedServices(options: EmbeddedServicesOptions): Promise<EmbeddedServices> {
  const { config, dataDir, cacheDir, logger, onRestart } = options;
  const [postgres, temporal] = await bothOrNone(
    config.DATABASE_URL === undefined
      ? startEmbeddedPostgres({ parentDir: dataDir, logger, onRestart })
      : null,
    config.TEMPORAL_ADDRESS === undefined
      ? startEmbeddedTemporal({
          dataDir: path.join(dataDir, 'temporal'),
          cacheDir,
          cliPath: config.TEMPORAL_CLI_PATH,
          namespace: config.TEMPORAL_NAMESPACE,
          retentionDays: config.RETENTION_DAYS,
          logger,
          onProgress: (line) => logger.info(line),
          onRestart,
        })
      : null,
  );
  return {
    databaseUrl: postgres?.url ?? config.DATABASE_URL ?? '',
    temporalAddress: temporal?.address ?? config.TEMPORAL_ADDRESS ?? '',
    temporalUiUrl: config.TEMPORAL_UI_URL ?? temporal?.uiUrl,
    parts: () => ({
      ...(postgres ? { postgres: { pid: postgres.pid(), url: postgres.url } } : {}),
      ...(temporal
        ? { temporal: { pid: temporal.pid(), address: temporal.address, uiUrl: temporal.uiUrl } }
        : {}),
    }),
    async stop() {
      await Promise.all([postgres?.stop(), temporal?.stop()]);
    },
  };
}

interface Stoppable {
  stop(): Promise<void>;
}

async function bothOrNone<A extends Stoppable, B extends Stoppable>(
  a: Promise<A> | null,
  b: Promise<B> | null,
): Promise<[A | null, B | null]> {
  const outcomes = await Promise.allSettled([a, b]);
  const failure = outcomes.find((outcome) => outcome.status === 'rejected');
  if (failure) {
    for (const outcome of outcomes) if (outcome.status === 'fulfilled') await outcome.value?.stop();
    throw failure.reason;
  }
  return Promise.all([a, b]);
}

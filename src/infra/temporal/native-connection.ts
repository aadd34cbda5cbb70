import { setTimeout as delay } from 'node:timers/promises';
import { NativeConnection } from '@temporalio/worker';
import type { Logger } from '../logger.ts';
import { connectionOptions, type TemporalEndpoint } from './connection-options.ts';
import { probeTemporal } from './probe.ts';

const MAX_PAUSE_MS = 5_000;

/**
 * A worker's connection to Temporal. Waits for an unreachable server and logs advice, until it responds. Throws when `signal`
 * aborts.
 */
export async function connectWorker(
  options: TemporalEndpoint & { logger: Logger; signal?: AbortSignal },
): Promise<NativeConnection> {
  const { address, logger, signal } = options;
  for (let pause = 250; ; pause = Math.min(pause * 2, MAX_PAUSE_MS)) {
    try {
      return await NativeConnection.connect(connectionOptions(options));
    } catch (error) {
      signal?.throwIfAborted();
      const probe = await probeTemporal(options);
      const { reason, advice } =
        probe.outcome === 'ready' ? { reason: String(error), advice: 'It responds now.' } : probe;
      logger.warn(`the Temporal server at ${address} does not respond (${reason}); waiting. ${advice}`);
      await delay(pause, undefined, signal === undefined ? {} : { signal });
    }
  }
}

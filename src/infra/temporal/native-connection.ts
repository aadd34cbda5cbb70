import { setTimeout as delay } from 'node:timers/promises';
import { NativeConnection } from '@temporalio/worker';
import type { Logger } from '../logger.ts';
import { connectionOptions, type EngineAddress } from './connection-options.ts';

/**
 * A worker's connection to the engine. Waits for an engine that is still starting, saying so, for up to `limitMs`;
 * then throws an error that says what to check.
 */
export async function connectWorker(
  options: EngineAddress & { logger: Logger; limitMs?: number },
): Promise<NativeConnection> {
  const { address, logger, limitMs = 60_000 } = options;
  const until = Date.now() + limitMs;
  for (let pause = 250; ; pause = Math.min(pause * 2, 5_000)) {
    try {
      return await NativeConnection.connect(connectionOptions(options));
    } catch (error) {
      if (Date.now() + pause > until) {
        const advice = 'Check TEMPORAL_ADDRESS, and TLS and API-key settings if the server needs them.';
        throw new Error(`No Temporal server answers at ${address}. ${advice}`, { cause: error });
      }
      logger.info({ address }, 'waiting for the Temporal server');
      await delay(pause);
    }
  }
}

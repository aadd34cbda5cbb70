import { DefaultLogger, makeTelemetryFilterString, Runtime } from '@temporalio/worker';
import type { Logger } from '../src/infra/logger.ts';
import { describeMeta } from './log-meta.ts';

const levels = { TRACE: 'trace', DEBUG: 'debug', INFO: 'debug', WARN: 'warn', ERROR: 'error' } as const;

export interface RuntimeOptions {
  logger: Logger;
  /** Loopback port for the engine client's own metrics, as Prometheus text; null for none. */
  metricsPort: number | null;
}

/**
 * Sends the engine client's own messages to our log; its "info" is our "debug". Once a process, before the first
 * connection. The engine leaves signals alone: the process decides the order in which its parts end.
 */
export function installRuntime({ logger, metricsPort }: RuntimeOptions): void {
  Runtime.install({
    shutdownSignals: [],
    telemetryOptions: {
      ...(metricsPort !== null && { metrics: { prometheus: { bindAddress: `127.0.0.1:${metricsPort}` } } }),
      logging: { forward: {}, filter: makeTelemetryFilterString({ core: 'WARN', other: 'ERROR' }) },
    },
    logger: new DefaultLogger('INFO', ({ level, message, meta }) =>
      logger[levels[level]](describeMeta(meta), message),
    ),
  });
}

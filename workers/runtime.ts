import { DefaultLogger, makeTelemetryFilterString, Runtime } from '@temporalio/worker';
import type { Logger } from '../src/infra/logger.ts';
import { describeMeta } from './log-meta.ts';

const levels = { TRACE: 'trace', DEBUG: 'debug', INFO: 'debug', WARN: 'warn', ERROR: 'error' } as const;

interface RuntimeOptions {
  logger: Logger;
  /** Loopback port for the metrics of Temporal's library, as Prometheus text; null for none. */
  metricsPort: number | null;
}

/**
 * Sends the messages of Temporal's library to our log; its "info" is our "debug". To be called once per process, before
 * the first connection. The library handles no signals: the process decides the order in which its parts end.
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

import { DefaultLogger, makeTelemetryFilterString, Runtime } from '@temporalio/worker';
import type { Logger } from '../src/infra/logger.ts';

const levels = { TRACE: 'trace', DEBUG: 'debug', INFO: 'debug', WARN: 'warn', ERROR: 'error' } as const;

/**
 * Sends the engine client's own messages to our log; its "info" is our "debug". Once a process, before the first
 * connection. The engine leaves signals alone: the process decides the order in which its parts end.
 */
export function installRuntime(logger: Logger): void {
  Runtime.install({
    shutdownSignals: [],
    telemetryOptions: {
      logging: { forward: {}, filter: makeTelemetryFilterString({ core: 'WARN', other: 'ERROR' }) },
    },
    logger: new DefaultLogger('INFO', ({ level, message, meta }) =>
      logger[levels[level]]({ ...meta }, message),
    ),
  });
}

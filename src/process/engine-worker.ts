import { setTimeout as delay } from 'node:timers/promises';
import { installRuntime } from '../../workers/runtime.ts';
import { type RunningWorker, startWorker } from '../../workers/worker.ts';
import { connectWorker } from '../infra/temporal/native-connection.ts';
import type { Services } from '../services.ts';

const RESTART_MS = 2_000;

/** The worker of this process, for as long as it lives. */
export interface EngineWorker {
  isPolling(): boolean;
  close(): Promise<void>;
}

/**
 * Keeps a worker running in the background: waits for an engine that is away, however long, and starts anew when the
 * worker gives up. Requests are served meanwhile; readiness tells.
 */
export function keepWorker(services: Services): EngineWorker {
  const { logger, config, engine, engineAddress } = services;
  const abort = new AbortController();
  let worker: RunningWorker | null = null;

  const runOnce = async () => {
    const connection = await connectWorker({ ...engineAddress, logger, signal: abort.signal });
    try {
      worker = await startWorker({
        ...{ services, connection, namespace: engineAddress.namespace },
        taskQueue: config.TEMPORAL_TASK_QUEUE,
        cacheFolder: config.CACHE_DIR,
      });
      engine.shareConnection(connection);
      if (abort.signal.aborted) await worker.shutdown();
      await worker.stopped;
    } finally {
      worker = null;
      engine.unshareConnection();
      await connection.close();
    }
  };

  const run = async () => {
    installRuntime(logger);
    while (!abort.signal.aborted) {
      try {
        await runOnce();
      } catch (error) {
        if (abort.signal.aborted) return;
        logger.error({ err: error }, 'the worker is not running; it is started again');
        await delay(RESTART_MS, undefined, { signal: abort.signal }).catch(() => {});
      }
    }
  };

  const running = run();
  return {
    isPolling: () => worker?.isPolling() === true,
    async close() {
      abort.abort();
      engine.unshareConnection();
      await worker?.shutdown();
      await running;
    },
  };
}

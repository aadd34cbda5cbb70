import { setTimeout as delay } from 'node:timers/promises';
import { Client } from '@temporalio/client';
import { installRuntime } from '../../workers/runtime.ts';
import { type RunningWorker, startWorker } from '../../workers/worker.ts';
import { createLoop } from '../infra/loop.ts';
import { ensureMaintenanceSchedule } from '../infra/temporal/maintenance-schedule.ts';
import { connectWorker } from '../infra/temporal/native-connection.ts';
import type { Services } from '../services.ts';

const RESTART_MS = 2_000;
/** A Temporal server that lost its data gets its schedule back after this time at most. */
const SCHEDULE_MS = 10 * 60_000;

/** The worker of this process, for as long as it lives. */
export interface TemporalWorker {
  isPolling(): boolean;
  close(): Promise<void>;
}

/**
 * Keeps a worker running in the background: waits for Temporal without a limit and restarts a worker that fails. Requests
 * are served meanwhile; `/readyz` reports the state. `metricsPort`: loopback port for the metrics of Temporal's library.
 */
export function keepWorker(services: Services, metricsPort: number | null = null): TemporalWorker {
  const { logger, config, temporal, temporalEndpoint, tracing } = services;
  const abort = new AbortController();
  let worker: RunningWorker | null = null;

  const runOnce = async () => {
    const connection = await connectWorker({ ...temporalEndpoint, logger, signal: abort.signal });
    const { namespace, dataConverter = {} } = temporalEndpoint;
    const client = new Client({ connection, namespace, dataConverter });
    const ensureSchedule = async () => {
      await ensureMaintenanceSchedule(client, config.TEMPORAL_TASK_QUEUE);
      return false;
    };
    const schedule = createLoop(SCHEDULE_MS, ensureSchedule, logger);
    try {
      // One of them may be the reason why the last worker ended.
      await services.terminateRuns.finish();
      worker = await startWorker({
        services,
        maintenance: services.maintenance,
        connection,
        namespace,
        dataConverter,
        taskQueue: config.TEMPORAL_TASK_QUEUE,
        cacheFolder: config.CACHE_DIR,
        tracing,
      });
      temporal.shareConnection(connection);
      schedule.start();
      if (abort.signal.aborted) await worker.shutdown();
      await worker.stopped;
    } finally {
      worker = null;
      temporal.unshareConnection();
      await schedule.close();
      await connection.close();
    }
  };

  const run = async () => {
    installRuntime({ logger, metricsPort });
    while (!abort.signal.aborted) {
      try {
        await runOnce();
      } catch (error) {
        if (abort.signal.aborted) return;
        logger.error({ err: error }, 'the worker is not running; restarting');
        await delay(RESTART_MS, undefined, { signal: abort.signal }).catch(() => {});
      }
    }
  };

  const running = run();
  return {
    isPolling: () => worker?.isPolling() === true,
    async close() {
      abort.abort();
      temporal.unshareConnection();
      await worker?.shutdown();
      await running;
    },
  };
}

import type { DataConverter } from '@temporalio/common';
import { type NativeConnection, Worker } from '@temporalio/worker';
import { createActivities } from '../activities/index.ts';
import { createMaintenanceActivities, type MaintenanceServices } from '../activities/maintenance.ts';
import type { ActivityServices } from '../activities/services.ts';
import type { Logger } from '../src/infra/logger.ts';
import { noTracing, type Tracing } from '../src/infra/tracing/tracing.ts';
import { loadWorkflowBundle } from './bundle.ts';

export interface WorkerOptions {
  services: ActivityServices & { logger: Logger };
  /** Default: this worker does no maintenance. */
  maintenance?: MaintenanceServices;
  connection: NativeConnection;
  namespace: string;
  taskQueue: string;
  /** The same as that of the clients. */
  dataConverter?: DataConverter;
  /** Where the bundled workflow code is kept between starts. */
  cacheFolder: string;
  /** Default: traces nothing. */
  tracing?: Pick<Tracing, 'worker' | 'workflowModules' | 'step'>;
}

/** A worker that has begun to poll. */
export interface RunningWorker {
  /** Whether it polls for work right now. */
  isPolling(): boolean;
  /** Rejects when the worker has given up; then the process should end and be started again. */
  readonly stopped: Promise<void>;
  /** Takes no more work, finishes or returns open tasks, and resolves within half a minute. */
  shutdown(): Promise<void>;
}

/** Starts a worker for runs and their nodes. Throws when Temporal rejects it, for example because of an unknown namespace. */
export async function startWorker(options: WorkerOptions): Promise<RunningWorker> {
  const { services, maintenance, connection, namespace, taskQueue, cacheFolder } = options;
  const { dataConverter = {}, tracing = noTracing } = options;
  const worker = await Worker.create({
    connection,
    namespace,
    taskQueue,
    ...tracing.worker,
    dataConverter,
    workflowBundle: await loadWorkflowBundle(cacheFolder, {
      interceptors: tracing.workflowModules,
      failureConverterPath: dataConverter.failureConverterPath,
    }),
    activities: {
      ...createActivities(services, tracing),
      ...(maintenance && createMaintenanceActivities(maintenance)),
    },
    // Open tasks have this long at shutdown before they are returned.
    shutdownGraceTime: '10 seconds',
    shutdownForceTime: '20 seconds',
    maxCachedWorkflows: 500,
    // Most runs end in their first task, so a later run waits for all that have begun, of any account.
    maxConcurrentWorkflowTaskExecutions: 12,
    // Each poll reserves a slot that eagerly started runs cannot use.
    maxConcurrentWorkflowTaskPolls: 4,
    // Accounts share activities fairly only until they begin, so few begin at a time.
    maxConcurrentActivityTaskExecutions: 16,
    maxConcurrentLocalActivityExecutions: 40,
  });
  const stopped = worker.run();
  // Prevents an unhandled rejection; callers that await `stopped` still get the reason.
  stopped.catch((error: unknown) => services.logger.fatal({ err: error }, 'the worker has stopped'));
  return {
    isPolling: () => {
      const { runState, workflowPollerState } = worker.getStatus();
      return runState === 'RUNNING' && workflowPollerState === 'POLLING';
    },
    stopped,
    async shutdown() {
      if (worker.getState() === 'RUNNING') worker.shutdown();
      await stopped.catch(() => {});
    },
  };
}

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
  /** Takes no more work, finishes or hands back what runs, and resolves within half a minute. */
  shutdown(): Promise<void>;
}

/** Starts a worker for runs and their nodes. Throws when the engine refuses it, for example an unknown namespace. */
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
    // Work that is under way when the process is told to end has this long before it is handed back.
    shutdownGraceTime: '10 seconds',
    shutdownForceTime: '20 seconds',
    maxCachedWorkflows: 500,
    // A run that begins is mostly done at once, so the runs begun are what a later one waits for, whoever owns them.
    maxConcurrentWorkflowTaskExecutions: 12,
    // Each poll keeps a slot free of runs that are handed over with their start.
    maxConcurrentWorkflowTaskPolls: 4,
    // Stamping takes turns by account only until it has begun: what has begun is what others wait for.
    maxConcurrentActivityTaskExecutions: 16,
    maxConcurrentLocalActivityExecutions: 40,
  });
  const stopped = worker.run();
  // Nobody may be listening yet; whoever awaits `stopped` still gets the reason.
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

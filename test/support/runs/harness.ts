import { Runtime } from '@temporalio/worker';
import type { ActivityServices } from '../../../activities/services.ts';
import type { Logger } from '../../../src/infra/logger.ts';
import type { ObjectStorage } from '../../../src/infra/object-storage/object-storage.ts';
import { withKind } from '../../../src/infra/public-id.ts';
import type { Sql } from '../../../src/infra/sql.ts';
import { connectWorker } from '../../../src/infra/temporal/native-connection.ts';
import type { TemporalClient } from '../../../src/infra/temporal/temporal-client.ts';
import { noTracing, type Tracing } from '../../../src/infra/tracing/tracing.ts';
import type { Dispatcher } from '../../../src/modules/runs/dispatch/dispatcher.ts';
import type { OutboxRepository } from '../../../src/modules/runs/dispatch/outbox.repository.ts';
import { closeServices, type Services } from '../../../src/services.ts';
import { installRuntime } from '../../../workers/runtime.ts';
import { type RunningWorker, startWorker } from '../../../workers/worker.ts';
import { afterFile } from '../runner/after-file.ts';
import { createTestServices } from '../services.ts';
import { getStack, testDatabaseUrl, testFolder, testTaskQueue } from '../stack/stack.ts';

/** The services of the product with a worker, on a real Temporal server and database, without the web layer. */
export interface RunHarness {
  workspace: HarnessWorkspace;
  taskQueue: string;
  sql: Sql;
  storage: ObjectStorage;
  temporal: TemporalClient;
  outbox: OutboxRepository;
  dispatcher: Dispatcher;
  /** Starts the first run of an event, in the background. */
  dispatch(eventId: string): void;
  services: Services;
  /** Starts a worker; the harness has started one, unless `withoutWorker` is set. */
  startWorker(services?: Services): Promise<RunningWorker>;
  /** For tests that end it before the end of the file. */
  close(): Promise<void>;
}

/** The servers and the folder that a harness uses. */
export interface HarnessWorkspace {
  temporalAddress: string;
  databaseUrl: string;
  folder: string;
}

export interface HarnessOptions {
  name: string;
  /** Default: the services of this test run, with a database and folder of its own. */
  workspace?: HarnessWorkspace;
  /** Default: one of its own. */
  taskQueue?: string;
  /** Leaves starting a worker to the test. */
  withoutWorker?: boolean;
  /** Every node fails inline, for a reason that may pass, and runs as a regular activity. Default: false. */
  failsInline?: boolean;
  /** As in the setting PAYLOAD_KEYS. Default: none. */
  payloadKeys?: string;
  /** Default: logs nothing. */
  logger?: Logger;
  /** Replaces services of activities, for faults. */
  change?: (services: ActivityServices) => Partial<ActivityServices>;
}

/** Closes after the test file. */
export async function startHarness(options: HarnessOptions): Promise<RunHarness> {
  const { name, change } = options;
  const workspace = options.workspace ?? (await workspaceOf(name));
  const { temporalAddress, databaseUrl, folder } = workspace;
  const taskQueue = options.taskQueue ?? testTaskQueue(name);
  const created = await createTestServices({
    databaseUrl,
    folder,
    poolMax: 10,
    env: {
      TEMPORAL_ADDRESS: temporalAddress,
      TEMPORAL_TASK_QUEUE: taskQueue,
      PAYLOAD_KEYS: options.payloadKeys ?? '',
      STAMP_THREADS: '1',
    },
    ...(options.logger !== undefined && { logger: options.logger }),
  });
  const services = { ...created, ...change?.(created) };
  const { logger, config, temporal, temporalEndpoint, dispatcher } = services;
  const { namespace, dataConverter = {} } = temporalEndpoint;
  installRuntimeOnce(logger);
  const connection = await connectWorker({ ...temporalEndpoint, logger });
  const workers: RunningWorker[] = [];
  const start = async (given: Services = services) => {
    const worker = await startWorker({
      services: given,
      connection,
      namespace,
      taskQueue,
      cacheFolder: config.CACHE_DIR,
      dataConverter,
      ...(options.failsInline === true && { tracing: { ...noTracing, step: failNodes } }),
    });
    workers.push(worker);
    return worker;
  };
  const close = afterFile(async () => {
    await services.closeOutbox();
    await Promise.all(workers.map((worker) => worker.shutdown()));
    await closeServices(created);
    await connection.close();
    await closeRuntime();
  });
  if (options.withoutWorker !== true) {
    await start();
    temporal.shareConnection(connection);
  }
  return {
    workspace,
    taskQueue,
    sql: services.sql,
    storage: services.storage,
    temporal,
    outbox: services.outbox,
    dispatcher,
    dispatch: (eventId) => dispatcher.dispatch(withKind('run', eventId)),
    services,
    startWorker: start,
    close,
  };
}

/** Fails the nodes within `runInline`, and lets the rest go on. */
const failNodes: Tracing['step'] = (name, work) =>
  name.startsWith('RunNode:') ? Promise.reject(new Error('connection terminated')) : work();

async function workspaceOf(name: string): Promise<HarnessWorkspace> {
  const { temporalAddress } = await getStack();
  return { temporalAddress, databaseUrl: await testDatabaseUrl(name), folder: await testFolder(name) };
}

let installed = 0;

/** One runtime serves all harnesses of a test file. The last to close ends it: its threads keep the process alive. */
function installRuntimeOnce(logger: Logger): void {
  if (installed++ === 0) installRuntime({ logger, metricsPort: null });
}

async function closeRuntime(): Promise<void> {
  if (--installed === 0) await Runtime.instance().shutdown();
}

import path from 'node:path';
import { Runtime } from '@temporalio/worker';
import { type Logger, pino } from 'pino';
import type { ActivityServices } from '../../../activities/services.ts';
import { createOrm } from '../../../src/database/orm.ts';
import { createEvaluation } from '../../../src/evaluation/evaluation.ts';
import { systemClock } from '../../../src/infra/clock.ts';
import { createFolderStorage } from '../../../src/infra/object-storage/folder-storage.ts';
import type { ObjectStorage } from '../../../src/infra/object-storage/object-storage.ts';
import { withKind } from '../../../src/infra/public-id.ts';
import { createSql, type Sql } from '../../../src/infra/sql.ts';
import { createDataConverter } from '../../../src/infra/temporal/data-converter.ts';
import { connectWorker } from '../../../src/infra/temporal/native-connection.ts';
import { readPayloadKeys } from '../../../src/infra/temporal/payload-keys.ts';
import { createTemporalClient, type TemporalClient } from '../../../src/infra/temporal/temporal-client.ts';
import { noTracing, type Tracing } from '../../../src/infra/tracing/tracing.ts';
import { createDocumentRepository } from '../../../src/modules/documents/document.repository.ts';
import { createDocumentStamper } from '../../../src/modules/documents/document-stamper.ts';
import { createOrganizationInfo } from '../../../src/modules/organizations/organization-info.ts';
import { createDispatcher, type Dispatcher } from '../../../src/modules/runs/dispatch/dispatcher.ts';
import {
  createOutboxRepository,
  type OutboxRepository,
} from '../../../src/modules/runs/dispatch/outbox.repository.ts';
import { createRunDataStore } from '../../../src/modules/runs/run-data-store.ts';
import { createRunRecorder } from '../../../src/modules/runs/run-recorder.ts';
import { createWorkflowMails } from '../../../src/modules/runs/workflow-mails.ts';
import { createDocumentActions } from '../../../src/modules/usage/document-actions.ts';
import { createUsageService } from '../../../src/modules/usage/usage.service.ts';
import { createStampingPool } from '../../../src/stamping-pool/stamping-pool.ts';
import { installRuntime } from '../../../workers/runtime.ts';
import { type RunningWorker, startWorker } from '../../../workers/worker.ts';
import { getStack, testDatabaseUrl, testFolder, testTaskQueue } from '../stack/stack.ts';

/** Everything a run needs, on a real Temporal server and database, without the web layer. */
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
  services: ActivityServices & { logger: Logger };
  /** Starts another worker; the harness's own is `worker`. */
  startWorker(services?: ActivityServices & { logger: Logger }): Promise<RunningWorker>;
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
  /** Default: says nothing. */
  logger?: Logger;
  /** Replaces parts of what activities work with, for faults. */
  change?: (services: ActivityServices) => Partial<ActivityServices>;
}

export async function startHarness(options: HarnessOptions): Promise<RunHarness> {
  const { name, change } = options;
  const workspace = options.workspace ?? (await workspaceOf(name));
  const { temporalAddress: address, databaseUrl, folder } = workspace;
  const dataConverter = createDataConverter(readPayloadKeys(options.payloadKeys ?? '').keys);
  const temporalEndpoint = { address, namespace: 'default', dataConverter };
  const taskQueue = options.taskQueue ?? testTaskQueue(name);
  const logger = options.logger ?? pino({ level: process.env.TEST_LOG_LEVEL ?? 'silent' });
  installRuntimeOnce(logger);
  const orm = await createOrm({ url: databaseUrl, poolMax: 10 });
  const sql = createSql(orm);
  const storage = createFolderStorage(path.join(folder, 'files'));
  const stampingPool = createStampingPool({ threads: 1, timeoutMs: 60_000 });
  const documents = createDocumentRepository(sql);
  const usage = createUsageService({ sql, clock: systemClock });
  const actions = createDocumentActions({ sql, usage });
  const evaluation = createEvaluation();
  const whole = {
    logger,
    evaluateNode: evaluation.evaluateNode,
    runData: createRunDataStore(sql),
    runRecorder: createRunRecorder(sql),
    organizationInfo: createOrganizationInfo({ sql }),
    workflowMails: createWorkflowMails({ sql, mailsPerDay: 0 }),
    documentStamper: createDocumentStamper({ documents, stampingPool, storage, actions, clock: systemClock }),
  };
  const services = { ...whole, ...change?.(whole) };
  const temporal = createTemporalClient({ ...temporalEndpoint, taskQueue });
  const outbox = createOutboxRepository(sql);
  const dispatcher = createDispatcher({ outbox, temporal, logger });
  const connection = await connectWorker({ ...temporalEndpoint, logger });
  const cacheFolder = path.join(path.dirname(folder), 'bundles');
  const workers: RunningWorker[] = [];
  const start = async (given: ActivityServices & { logger: Logger } = services) => {
    const worker = await startWorker({
      services: given,
      connection,
      namespace: 'default',
      taskQueue,
      cacheFolder,
      dataConverter,
      ...(options.failsInline === true && { tracing: { ...noTracing, step: failNodes } }),
    });
    workers.push(worker);
    return worker;
  };
  if (options.withoutWorker !== true) {
    await start();
    temporal.shareConnection(connection);
  }
  return {
    workspace,
    taskQueue,
    sql,
    storage,
    temporal,
    outbox,
    dispatcher,
    dispatch: (eventId) => dispatcher.dispatch(withKind('run', eventId)),
    services,
    startWorker: start,
    async close() {
      await dispatcher.close();
      await Promise.all(workers.map((worker) => worker.shutdown()));
      await temporal.close();
      await connection.close();
      await evaluation.close();
      await stampingPool.close();
      await orm.close();
      await closeRuntime();
    },
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

import type { MikroORM } from '@mikro-orm/postgresql';
import type { RunInput, RunRecord } from '../../../workflows/contracts/run.ts';
import type { Config } from '../../config.ts';
import type { Clock } from '../../infra/clock.ts';
import type { Logger } from '../../infra/logger.ts';
import type { Metrics } from '../../infra/metrics/metrics.ts';
import { tap } from '../../infra/metrics/tap.ts';
import type { ObjectStorage } from '../../infra/object-storage/object-storage.ts';
import { timeOf } from '../../infra/public-id.ts';
import type { Sql } from '../../infra/sql.ts';
import { createTemporalClient } from '../../infra/temporal/temporal-client.ts';
import { temporalEndpointOf } from '../../infra/temporal/temporal-endpoint.ts';
import type { Tracing } from '../../infra/tracing/tracing.ts';
import type { StampingPool } from '../../stamping-pool/stamping-pool.ts';
import type { AuditService } from '../audit/audit.service.ts';
import { createDocumentRepository } from '../documents/document.repository.ts';
import { createDocumentStamper } from '../documents/document-stamper.ts';
import { createOrganizationInfo } from '../organizations/organization-info.ts';
import { createDocumentActions } from '../usage/document-actions.ts';
import { createQuotaNotifier } from '../usage/quota-notifier.ts';
import type { UsageService } from '../usage/usage.service.ts';
import type { UsersService } from '../users/users.service.ts';
import type { CheckSchema } from '../webhooks/schema/schema-check.ts';
import type { CachedCounts } from '../workflows/cached-counts/cached-counts.ts';
import type { GraphCheck } from '../workflows/graph-check.ts';
import { createCrashGuard } from './crash-guard/crash-guard.ts';
import { createDispatcher } from './dispatch/dispatcher.ts';
import { createOutboxRepository } from './dispatch/outbox.repository.ts';
import { createReconciler } from './dispatch/reconciler.ts';
import { createSweeper } from './dispatch/sweeper.ts';
import { createDryRunTexts, withDryRuns } from './dry-run/dry-run-texts.ts';
import { createDryRunner } from './dry-run/dry-runner.ts';
import { createDryRunsService } from './dry-run/dry-runs.service.ts';
import { createJudgePayload } from './dry-run/judge-payload.ts';
import { createCancelRun } from './reruns/cancel-run.ts';
import { createRequeue } from './reruns/requeue.ts';
import { createRerunRepository } from './reruns/rerun.repository.ts';
import { createRerunsService } from './reruns/reruns.service.ts';
import { createRunDataStore } from './run-data-store.ts';
import { createRunRecorder } from './run-recorder.ts';
import { createRunRecords } from './run-records.ts';
import { createRunsService } from './runs.service.ts';
import { createRunStreams } from './stream/run-streams.ts';
import { createTerminateRuns } from './terminate-runs.ts';
import { createWorkflowMails } from './workflow-mails.ts';

interface ExecutionDeps {
  orm: MikroORM;
  audit: AuditService;
  config: Config;
  sql: Sql;
  storage: ObjectStorage;
  logger: Logger;
  stampingPool: StampingPool;
  usage: UsageService;
  clock: Clock;
  metrics: Metrics;
  tracing: Tracing;
}

interface RunsDeps extends ExecutionDeps {
  users: UsersService;
  checkSchema: CheckSchema;
  counts: CachedCounts;
  checkGraph: GraphCheck;
}

/** The execution of runs, and the services of the API for them. */
export function createRuns(deps: RunsDeps) {
  const { config, orm, sql, logger, audit, users, checkSchema, counts, checkGraph } = deps;
  const execution = createExecution(deps);
  const { temporal, outbox, dispatcher, sweeper, rerunRepository } = execution;
  const runs = createRunsService({
    orm,
    counts,
    records: createRunRecords(sql),
    temporalUi: { uiUrl: config.TEMPORAL_UI_URL, namespace: config.TEMPORAL_NAMESPACE },
    findLiveNodes: temporal.findNodes,
  });
  const reruns = createRerunsService({
    orm,
    reruns: rerunRepository,
    dispatch: dispatcher.dispatch,
    sweepNow: sweeper.wake,
    checkGraph,
  });
  return {
    ...execution,
    runs,
    reruns,
    requeue: createRequeue({ orm, sql, reruns, audit }),
    cancelRun: createCancelRun({ orm, outbox, temporal }),
    runStreams: createRunStreams({ runs, users, logger }),
    dryRuns: createDryRunsService({
      orm,
      dryRun: execution.dryRun,
      checkGraph,
      judgePayload: createJudgePayload(checkSchema),
      maxStepsBytes: config.MAX_STEPS_JSON_BYTES,
    }),
  };
}

/** The services that start runs, and those that activities use. Connects on first use. */
function createExecution(deps: ExecutionDeps) {
  const { config, orm, audit, sql, storage, logger, stampingPool, usage, clock, metrics, tracing } = deps;
  const temporalEndpoint = temporalEndpointOf(config);
  const connected = createTemporalClient({
    ...temporalEndpoint,
    taskQueue: config.TEMPORAL_TASK_QUEUE,
    interceptors: tracing.clientInterceptors,
  });
  const temporal = { ...connected, startRun: tap(connected.startRun, (_, run) => countStart(metrics, run)) };
  const outbox = createOutboxRepository(sql);
  const dispatcher = createDispatcher({ outbox, temporal, logger, tracing });
  const sweeper = createSweeper({ outbox, dispatcher, logger });
  const terminateRuns = createTerminateRuns({ orm, sql, temporal, audit });
  const reconciler = createReconciler({ outbox, temporal, terminateRuns, clock, logger });
  const documents = createDocumentRepository(sql);
  const actions = createDocumentActions({ sql, usage });
  const quotaNotifier = createQuotaNotifier({ sql, temporal, usage, clock, logger });
  const recorder = createRunRecorder(sql);
  const stamper = createDocumentStamper({ documents, stampingPool, storage, actions, clock });
  /** Starts no more runs, and waits for those being started; to be called before the worker closes. */
  const closeOutbox = async () => {
    await quotaNotifier.close();
    await sweeper.close();
    await Promise.all([dispatcher.close(), reconciler.close()]);
  };
  return {
    temporalEndpoint,
    temporal,
    dispatcher,
    sweeper,
    reconciler,
    terminateRuns,
    outbox,
    rerunRepository: createRerunRepository(sql),
    crashGuard: createCrashGuard({ sql, clock, logger }),
    runData: withDryRuns(createRunDataStore(sql), sql),
    dryRun: createDryRunner({ temporal, outbox, texts: createDryRunTexts(sql) }),
    runRecorder: { ...recorder, record: tap(recorder.record, (_, record) => noteRun(deps, record)) },
    organizationInfo: createOrganizationInfo({ sql }),
    workflowMails: createWorkflowMails({ sql, mailsPerDay: config.WORKFLOW_MAILS_PER_DAY }),
    quotaNotifier,
    documentStamper: {
      ...stamper,
      stamp: tap(stamper.stamp, () => metrics.documents.inc({ kind: 'run' })),
    },
    closeOutbox,
    /** Ends the outbox and the connection, in this order. */
    async closeRuns() {
      await closeOutbox();
      await temporal.close();
    },
  };
}

/** Observes the time since the run was requested, which its id contains. */
function countStart({ eventStart }: Metrics, { runId }: RunInput): void {
  eventStart.observe(Math.max(0, Date.now() - timeOf(runId)) / 1000);
}

function noteRun(
  { metrics: { runs }, logger }: { metrics: Metrics; logger: Logger },
  { runId, status, endedAt, nodes }: RunRecord,
): void {
  logger.debug({ runId, status }, 'run ended');
  const began = Math.min(endedAt, ...nodes.flatMap(({ startedAt }) => startedAt ?? []));
  runs.observe({ status }, (endedAt - began) / 1000);
}

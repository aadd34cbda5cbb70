import type { MikroORM } from '@mikro-orm/postgresql';
import type { AuditService } from '../audit/audit.service.ts';
import type { UsersService } from '../users/users.service.ts';
import type { SchemaChecker } from '../webhooks/schema/schema-checker.ts';
import type { CachedCounts } from '../workflows/cached-counts/cached-counts.ts';
import type { GraphCheck } from '../workflows/graph-check.ts';
import { createDryRunsService } from './dry-run/dry-runs.service.ts';
import { createJudgePayload } from './dry-run/judge-payload.ts';
import { createCancelRun } from './reruns/cancel-run.ts';
import { createRequeue } from './reruns/requeue.ts';
import { createRerunsService } from './reruns/reruns.service.ts';
import { createRunRecords } from './run-records.ts';
import { createRunServices } from './run-services.ts';
import { createRunsService } from './runs.service.ts';
import { createRunStreams } from './stream/run-streams.ts';

type ExecutionDeps = Parameters<typeof createRunServices>[0];

export interface RunsDeps extends ExecutionDeps {
  orm: MikroORM;
  audit: AuditService;
  users: UsersService;
  schemas: SchemaChecker;
  counts: CachedCounts;
  checkGraph: GraphCheck;
}

/** The execution of runs, and the services of the API for them. */
export function createRuns(deps: RunsDeps) {
  const { config, orm, sql, logger, audit, users, schemas, counts, checkGraph } = deps;
  const execution = createRunServices(deps);
  const { engine, outbox, dispatcher, sweeper, rerunRepository } = execution;
  const runs = createRunsService({
    orm,
    counts,
    records: createRunRecords(sql),
    engineUi: { uiUrl: config.TEMPORAL_UI_URL, namespace: config.TEMPORAL_NAMESPACE },
    findLiveNodes: engine.findNodes,
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
    cancelRun: createCancelRun({ orm, outbox, engine }),
    runStreams: createRunStreams({ runs, users, logger }),
    dryRuns: createDryRunsService({
      orm,
      dryRun: execution.dryRun,
      checkGraph,
      judgePayload: createJudgePayload(schemas),
      maxStepsBytes: config.MAX_STEPS_JSON_BYTES,
    }),
  };
}

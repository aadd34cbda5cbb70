import type { MikroORM } from '@mikro-orm/postgresql';
import type { Logger } from '../../infra/logger.ts';
import type { ObjectStorage } from '../../infra/object-storage/object-storage.ts';
import type { TemporalClient } from '../../infra/temporal/temporal-client.ts';
import { createCancelDeletedRuns } from '../runs/cancel-deleted-runs.ts';
import type { GraphCheck } from './graph-check.ts';
import { createWorkflowVersionsService } from './workflow-versions.service.ts';
import { createWorkflowsService } from './workflows.service.ts';

interface WorkflowsDeps {
  orm: MikroORM;
  storage: ObjectStorage;
  logger: Logger;
  temporal: TemporalClient;
  checkGraph: GraphCheck;
  baseUrl: () => string;
  /** The largest graph. */
  maxStepsBytes: number;
}

/** Workflows and the versions of their graphs. */
export function createWorkflows({ temporal, ...deps }: WorkflowsDeps) {
  const cancelDeletedRuns = createCancelDeletedRuns({ temporal, logger: deps.logger });
  const workflows = createWorkflowsService({ ...deps, cancelDeletedRuns });
  return { workflows, workflowVersions: createWorkflowVersionsService({ orm: deps.orm, workflows }) };
}

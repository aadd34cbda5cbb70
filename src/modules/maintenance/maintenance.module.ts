import type { MikroORM } from '@mikro-orm/postgresql';
import type { Clock } from '../../infra/clock.ts';
import type { Logger } from '../../infra/logger.ts';
import type { ObjectStorage } from '../../infra/object-storage/object-storage.ts';
import type { Sql } from '../../infra/sql.ts';
import { createExpiredRows } from './expired-rows.ts';
import { createOrphanDocuments } from './orphan-documents.ts';
import { createOrphanTemplateFiles } from './orphan-template-files.ts';
import { createRetention } from './retention.ts';
import { createVerifyStorage } from './verify-storage.ts';

interface MaintenanceDependencies {
  orm: MikroORM;
  sql: Sql;
  storage: ObjectStorage;
  clock: Clock;
  logger: Logger;
  /** How long events, runs and documents are kept. */
  retentionDays: number;
}

export type Maintenance = ReturnType<typeof createMaintenance>;

/** Cleanup for the schedule (workflows/maintenance.ts) and for the operator's commands. */
export function createMaintenance(deps: MaintenanceDependencies) {
  return {
    expiredRows: createExpiredRows(deps),
    retention: createRetention({ ...deps, days: deps.retentionDays }),
    orphanDocuments: createOrphanDocuments(deps),
    orphanTemplateFiles: createOrphanTemplateFiles(deps),
    verifyStorage: createVerifyStorage(deps),
  };
}

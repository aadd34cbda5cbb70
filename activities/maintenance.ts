import { Context } from '@temporalio/activity';
import type { Maintenance } from '../src/modules/maintenance/maintenance.module.ts';
import type { MaintenanceActivities } from '../workflows/maintenance.ts';
import { withHeartbeat } from './heartbeat.ts';

const ROUND_MS = 60_000;

export type MaintenanceServices = Pick<
  Maintenance,
  'expiredRows' | 'retention' | 'orphanDocuments' | 'orphanTemplateFiles'
>;

export function createMaintenanceActivities(services: MaintenanceServices): MaintenanceActivities {
  const { expiredRows, retention, orphanDocuments, orphanTemplateFiles } = services;
  return {
    deleteExpiredRows: () => withHeartbeat(async () => void (await expiredRows.deleteAll())),
    deleteExpiredEvents: () =>
      withHeartbeat(async () => {
        // A worker that shuts down stops between two batches.
        const { cancellationSignal } = Context.current();
        const deadline = Date.now() + ROUND_MS;
        while (Date.now() < deadline && !cancellationSignal.aborted) {
          if (!(await retention.deleteBatch())) return false;
        }
        return true;
      }),
    deleteOrphanFiles: () =>
      withHeartbeat(async () => {
        await orphanDocuments.deleteAll();
        await orphanTemplateFiles.deleteAll();
      }),
  };
}

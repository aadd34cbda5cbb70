import { Context } from '@temporalio/activity';
import type { OrphanDocuments } from '../src/modules/maintenance/orphan-documents.ts';
import type { Retention } from '../src/modules/maintenance/retention.ts';
import type { UpkeepActivities } from '../workflows/upkeep.ts';
import { withHeartbeat } from './activity-context.ts';

const ROUND_MS = 60_000;

export interface UpkeepServices {
  retention: Retention;
  orphanDocuments: OrphanDocuments;
}

/** Batches until a minute is over; a worker that is told to end stops between two. */
export function createUpkeepActivities({ retention, orphanDocuments }: UpkeepServices): UpkeepActivities {
  return {
    pruneExpired: () =>
      withHeartbeat(async () => {
        const { cancellationSignal } = Context.current();
        const deadline = Date.now() + ROUND_MS;
        while (Date.now() < deadline && !cancellationSignal.aborted) {
          if (!(await retention.pruneBatch())) return false;
        }
        return true;
      }),
    sweepOrphans: () => withHeartbeat(async () => void (await orphanDocuments.sweep())),
  };
}

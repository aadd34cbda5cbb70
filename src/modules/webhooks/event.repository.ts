import { createBatcher } from '../../infra/batcher.ts';
import { hasCode } from '../../infra/error-code.ts';
import type { Sql } from '../../infra/sql.ts';
import type { WorkflowStatus } from '../workflows/workflow.entity.ts';
import { type Acceptance, acceptEvents, type NewEvent } from './accept-events.ts';
import { withDeadline } from './deadline.ts';

/** A workflow as the webhook needs it. `graphVersion` is the number, `graphVersionId` the row. */
export interface TargetRow {
  publicId: string;
  ownerId: string;
  status: WorkflowStatus;
  graphVersion: number;
  graphVersionId: string;
  stepsJson: string;
}

export interface EventRepository {
  /** The workflow with its current graph, or null. */
  findTarget(workflowPublicId: string): Promise<TargetRow | null>;
  /** Stores event and run; returns once they are committed. */
  accept(event: NewEvent): Promise<Acceptance>;
  /** Whether an event of this workflow has this key. */
  hasKey(workflowPublicId: string, idempotencyKey: string): Promise<boolean>;
}

/** Events that arrive while a commit is under way share the next one: fewer round trips and fewer flushes to disk. */
const BATCH = { concurrency: 4, maxItems: 64, maxWeight: 4 * 1024 * 1024 };

/** The webhook's SQL, as named statements: prepared once per connection, planned once, one round trip each. */
export function createEventRepository(sql: Sql): EventRepository {
  const accept = createBatcher<NewEvent, Acceptance>({
    work: (events) => acceptEvents(sql, events).catch((error: unknown) => staleIfDeleted(events, error)),
    ...BATCH,
    weigh: (event) => event.payload.length,
  });
  return {
    async findTarget(workflowPublicId) {
      const [row] = await withDeadline(sql<TargetRow>(FIND_TARGET, [workflowPublicId]));
      return row ?? null;
    },

    accept: (event) => withDeadline(accept(event)),

    async hasKey(workflowPublicId, idempotencyKey) {
      const rows = await withDeadline(sql(FIND_KEY, [workflowPublicId, idempotencyKey]));
      return rows.length > 0;
    },
  };
}

/** A foreign key rejects an event whose workflow was deleted while the statement ran. */
function staleIfDeleted(events: readonly NewEvent[], error: unknown): Acceptance[] {
  if (events.length === 1 && hasCode(error, '23503')) return [{ kind: 'stale' }];
  throw error;
}

const FIND_TARGET = {
  name: 'webhook_target',
  text: `
    select w.public_id as "publicId", w.owner_id::text as "ownerId", w.status,
           w.graph_version as "graphVersion", g.id::text as "graphVersionId", g.steps_json as "stepsJson"
    from workflow w
    join graph_version g on g.workflow_id = w.id and g.number = w.graph_version
    where w.public_id = $1`,
};

const FIND_KEY = {
  name: 'webhook_key',
  text: `
    select 1 from webhook_event e
    join workflow w on w.id = e.workflow_id
    where w.public_id = $1 and e.idempotency_key = $2`,
};

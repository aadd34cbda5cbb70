import type { Statement } from '../../infra/sql.ts';

/**
 * STORED: the event is kept and starts no run by itself. PENDING: its run is in the outbox. STARTED: Temporal has its run.
 * Replays do not change it.
 */
export const eventStatuses = ['STORED', 'PENDING', 'STARTED'] as const;
type EventStatus = (typeof eventStatuses)[number];

export interface EventRow {
  publicId: string;
  payload: string;
  /** As PostgreSQL writes a timestamptz. */
  receivedAt: string;
  status: EventStatus;
}

const FIRST_RUN = `left join run r on r.event_id = e.id and r.kind = 'EVENT'`;

const conditions = {
  STORED: 'and r.dispatch is null',
  PENDING: `and r.dispatch = 'PENDING'`,
  STARTED: `and r.dispatch = 'STARTED'`,
} as const satisfies Record<EventStatus, string>;

/** Parameters: workflow, from, before (either may be null), page size, offset. */
export function listStatement(status: EventStatus | null): Statement {
  return {
    name: `event_list_${status}`,
    text: `
      select e.public_id as "publicId", e.payload, e.received_at as "receivedAt",
             coalesce(r.dispatch, 'STORED') as status
      from webhook_event e ${FIRST_RUN}
      ${whereOf(status)}
      order by e.id desc limit $4::int offset $5::bigint`,
  };
}

/** Parameters: workflow, from, before (either may be null). */
export function countStatement(status: EventStatus | null): Statement {
  return {
    name: `event_count_${status}`,
    text: `
      select count(*)::int as count
      from webhook_event e ${status === null ? '' : FIRST_RUN}
      ${whereOf(status)}`,
  };
}

function whereOf(status: EventStatus | null): string {
  return `
      where e.workflow_id = $1::bigint
        and e.received_at >= coalesce($2::timestamptz, '-infinity')
        and e.received_at < coalesce($3::timestamptz, 'infinity')
        ${status === null ? '' : conditions[status]}`;
}

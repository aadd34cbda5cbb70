import type { MikroORM } from '@mikro-orm/postgresql';
import { DomainError } from '../../errors.ts';
import { toPage } from '../../http/pagination.ts';
import { parseTimeRange } from '../../http/time-range.ts';
import { formatTimestamp } from '../../infra/clock.ts';
import type { Sql } from '../../infra/sql.ts';
import type { CachedCounts } from '../workflows/cached-counts/cached-counts.ts';
import { getOwnedWorkflow } from '../workflows/owned-workflow.ts';
import { Event } from './event.entity.ts';
import { countStatement, type EventRow, listStatement } from './event-list.ts';
import type { EventPage, EventQuery, EventRecord } from './events.schemas.ts';

interface EventsDependencies {
  orm: MikroORM;
  sql: Sql;
  counts: CachedCounts;
}

export type EventsService = ReturnType<typeof createEventsService>;

/** Received events, for the owner of their workflow, in the order of arrival. */
export function createEventsService({ orm, sql, counts }: EventsDependencies) {
  return {
    /** The event received last. Throws NOT_FOUND if there is none, or no such workflow of this owner. */
    async getLatest(ownerId: number, workflowPublicId: string): Promise<EventRecord> {
      const em = orm.em.fork();
      const workflow = await getOwnedWorkflow(em, ownerId, workflowPublicId);
      const event = await em.findOne(Event, { workflow: workflow.id }, { orderBy: { id: 'desc' } });
      if (event === null) throw new DomainError('NOT_FOUND', 'No event was received yet.');
      return toRecord(event, workflowPublicId);
    },

    /** A page of events, newest first. Throws NOT_FOUND and VALIDATION_FAILED. */
    async list(ownerId: number, workflowPublicId: string, query: EventQuery): Promise<EventPage> {
      const { from, before } = parseTimeRange(query);
      const workflow = await getOwnedWorkflow(orm.em.fork(), ownerId, workflowPublicId);
      const { status: wanted = null, page, size } = query;
      const isWholeList = wanted === null && from === null && before === null;
      const selection = [workflow.id, from, before];
      const [rows, total] = await Promise.all([
        sql<EventRow>(listStatement(wanted), [...selection, size, page * size]),
        isWholeList ? counts.events(workflow.id) : count(wanted, selection),
      ]);
      const content = rows.map(({ status, receivedAt, ...row }) => {
        const event = { ...row, receivedAt: new Date(receivedAt) };
        return { ...toRecord(event, workflowPublicId), status };
      });
      return toPage(content, total, query);
    },
  };

  async function count(status: EventRow['status'] | null, selection: unknown[]): Promise<number> {
    const [row] = await sql<{ count: number }>(countStatement(status), selection);
    return row?.count ?? 0;
  }
}

function toRecord(
  { publicId, payload, receivedAt }: Pick<Event, 'publicId' | 'payload' | 'receivedAt'>,
  workflowId: string,
): EventRecord {
  return { eventId: publicId, workflowId, eventPayload: payload, receivedAt: formatTimestamp(receivedAt) };
}

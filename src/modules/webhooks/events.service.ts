import type { FilterQuery, MikroORM } from '@mikro-orm/postgresql';
import { DomainError } from '../../errors.ts';
import { toPage } from '../../http/pagination.ts';
import { parseTimeRange } from '../../http/time-range.ts';
import { formatTimestamp } from '../../infra/clock.ts';
import type { ListTotals } from '../workflows/list-totals/list-totals.ts';
import { getOwnedWorkflow } from '../workflows/owned-workflow.ts';
import { Event } from './event.entity.ts';
import type { EventPage, EventQuery, EventRecord } from './events.schemas.ts';

export type EventsService = ReturnType<typeof createEventsService>;

/** Received events, for the owner of their workflow. Their order is that of arrival, never a timestamp's. */
export function createEventsService({ orm, totals }: { orm: MikroORM; totals: ListTotals }) {
  return {
    /** The event received last. Throws NOT_FOUND when there is none, or no such workflow of this owner. */
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
      const em = orm.em.fork();
      const workflow = await getOwnedWorkflow(em, ownerId, workflowPublicId);
      const where: FilterQuery<Event> = {
        workflow: workflow.id,
        ...(query.status !== undefined && { dispatch: query.status }),
        receivedAt: { ...(from !== null && { $gte: from }), ...(before !== null && { $lt: before }) },
      };
      const isOfAllTime = from === null && before === null;
      const [events, total] = await Promise.all([
        em.find(Event, where, {
          orderBy: { id: 'desc' },
          limit: query.size,
          offset: query.page * query.size,
        }),
        isOfAllTime
          ? totals.count('webhook_event', workflow.id, query.status ?? null)
          : em.count(Event, where),
      ]);
      const content = events.map((event) => ({
        ...toRecord(event, workflowPublicId),
        status: event.dispatch,
      }));
      return toPage(content, total, query);
    },
  };
}

function toRecord(event: Event, workflowId: string): EventRecord {
  return {
    eventId: event.publicId,
    workflowId,
    eventPayload: event.payload,
    receivedAt: formatTimestamp(event.receivedAt),
  };
}

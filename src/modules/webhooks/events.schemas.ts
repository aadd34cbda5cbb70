import Type from 'typebox';
import { pageOf, pageQuery } from '../../http/pagination.ts';
import { oneOf, publicId, timestamp } from '../../http/schemas.ts';
import { timeRangeQuery } from '../../http/time-range.ts';
import { eventStatuses } from './event-list.ts';

const event = {
  eventId: publicId('evt'),
  workflowId: publicId('wrk'),
  eventPayload: Type.String({ description: 'The received JSON, unchanged' }),
  receivedAt: timestamp,
};

export const eventRecord = Type.Object(event, { additionalProperties: false });

const status = oneOf(eventStatuses);

export const eventPage = pageOf(
  Type.Object(
    {
      ...event,
      status: Type.Enum([...eventStatuses], {
        description:
          'STORED: kept, starts no run by itself. PENDING: its run waits for its start. STARTED: its run has started',
      }),
    },
    { additionalProperties: false },
  ),
);

export const eventQuery = Type.Object(
  { ...pageQuery, ...timeRangeQuery, status: Type.Optional(status) },
  { additionalProperties: false },
);

export type EventRecord = Type.Static<typeof eventRecord>;
export type EventPage = Type.Static<typeof eventPage>;
export type EventQuery = Type.Static<typeof eventQuery>;

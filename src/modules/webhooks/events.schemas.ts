import Type from 'typebox';
import { pageOf, pageQuery } from '../../http/pagination.ts';
import { oneOf, publicId, timestamp } from '../../http/schemas.ts';
import { timeRangeQuery } from '../../http/time-range.ts';
import { dispatchStates } from './event.entity.ts';

const event = {
  eventId: publicId('evt'),
  workflowId: publicId('wrk'),
  eventPayload: Type.String({ description: 'The received JSON, unchanged' }),
  receivedAt: timestamp,
};

export const eventRecord = Type.Object(event, { additionalProperties: false });

const status = oneOf(dispatchStates);

export const eventPage = pageOf(
  Type.Object(
    {
      ...event,
      status: Type.Enum([...dispatchStates], {
        description: 'STORED: kept, never run by itself. PENDING: a run is owed. STARTED: the engine has it',
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

import Type from 'typebox';
import { oneOf, publicId } from '../../../http/schemas.ts';
import { timeRangeQuery } from '../../../http/time-range.ts';
import { runStatuses } from '../run.entity.ts';

const graphVersion = Type.Optional(
  Type.Integer({ minimum: 1, description: 'Number of the graph to run; default: the current one' }),
);

export const replayBody = Type.Object({ graphVersion }, { additionalProperties: false });

export const started = Type.Object({ runId: publicId('run') }, { additionalProperties: false });

/** Status of an event's last run; STORED: it never had one. */
const replayable = ['STORED', 'COMPLETED', 'FAILED', 'CANCELLED'] as const;

export const bulkReplayBody = Type.Object(
  {
    ...timeRangeQuery,
    status: Type.Optional(
      Type.Enum([...replayable], {
        description:
          "Only events whose last run ended so; STORED: that never had one. Default: all that don't run",
      }),
    ),
    graphVersion,
    limit: Type.Integer({ minimum: 1, maximum: 1000, default: 100, description: 'The oldest so many' }),
  },
  { additionalProperties: false },
);

export const bulkReplayResult = Type.Object(
  {
    runs: Type.Integer({ description: 'New runs' }),
    left: Type.Integer({ description: 'Events that also match and were beyond the limit' }),
    runIds: Type.Array(publicId('run')),
  },
  { additionalProperties: false },
);

export const runState = Type.Object(
  { runId: publicId('run'), status: oneOf(runStatuses) },
  { additionalProperties: false },
);

export type Started = Type.Static<typeof started>;
export type BulkReplay = Type.Static<typeof bulkReplayBody>;
export type BulkReplayResult = Type.Static<typeof bulkReplayResult>;
export type RunState = Type.Static<typeof runState>;

import Type from 'typebox';
import { pageOf, pageQuery } from '../../http/pagination.ts';
import { nullable, oneOf, publicId, timestamp } from '../../http/schemas.ts';
import { timeRangeQuery } from '../../http/time-range.ts';
import { runKinds, runStatuses } from './run.entity.ts';
import { nodeStatuses } from './run-node.entity.ts';

const run = {
  runId: publicId('run'),
  eventId: publicId('evt'),
  workflowId: publicId('wrk'),
  graphVersion: Type.Integer({ description: 'The version of the graph that the run uses' }),
  status: oneOf(runStatuses),
  kind: Type.Enum([...runKinds], {
    description: 'EVENT: its event arrived; REPLAY, RETRY: a user requested it',
  }),
  sourceRunId: nullable(Type.String({ description: 'In a retry, the failed run' })),
  startedAt: timestamp,
  endedAt: nullable(timestamp),
  error: nullable(Type.String()),
  engineUrl: nullable(Type.String({ description: "The run in Temporal's UI" })),
};

const documentWarnings = Type.Array(
  Type.Object(
    { column: Type.String(), code: Type.String(), message: Type.String() },
    { additionalProperties: false },
  ),
  { description: 'Warnings: for example, a text that was shrunk, or a format that did not apply' },
);

const runDocument = Type.Object(
  {
    documentId: publicId('doc'),
    name: Type.String(),
    templateId: Type.String(),
    nodeId: Type.String(),
    runId: Type.String({ description: 'The run that made it; in a retry it may be an earlier one' }),
    warnings: documentWarnings,
  },
  { additionalProperties: false },
);

export const runNode = Type.Object(
  {
    id: Type.String(),
    type: Type.String(),
    status: oneOf(nodeStatuses),
    attempts: Type.Integer(),
    input: Type.Unknown({ description: 'Values that the node read, as JSON; null if it read none' }),
    output: Type.Unknown({ description: 'Result of the node, as JSON' }),
    shortened: Type.Array(Type.Enum(['input', 'output']), {
      description:
        'Which of both is longer than 64 KiB: then it is the beginning of its JSON, as text. …/nodes/{nodeId} has all',
    }),
    error: nullable(Type.String()),
    startedAt: nullable(timestamp),
    endedAt: nullable(timestamp),
    items: nullable(
      Type.Object(
        {
          total: Type.Integer(),
          completed: Type.Integer(),
          failed: Type.Integer(),
          skipped: Type.Integer(),
          failures: Type.Array(
            Type.Object(
              {
                index: Type.Integer({ description: 'Number of the item, from 0' }),
                attempts: Type.Integer(),
                error: nullable(Type.String()),
              },
              { additionalProperties: false },
            ),
            { description: 'The first failures; `failed` counts all' },
          ),
        },
        { additionalProperties: false, description: 'Below a forEachNode: how its items ended' },
      ),
    ),
  },
  { additionalProperties: false },
);

export const runPage = pageOf(Type.Object(run, { additionalProperties: false }));

export const runDetail = Type.Object(
  { ...run, documents: Type.Array(runDocument), nodes: Type.Array(runNode) },
  { additionalProperties: false },
);

export const runQuery = Type.Object(
  {
    ...pageQuery,
    ...timeRangeQuery,
    status: Type.Optional(oneOf(runStatuses)),
    eventId: Type.Optional(
      Type.String({ description: 'Only runs of this event: the first, replays, retries' }),
    ),
  },
  { additionalProperties: false },
);

export type RunDocument = Type.Static<typeof runDocument>;
export type RunItem = Type.Static<typeof runPage>['content'][number];
export type RunPage = Type.Static<typeof runPage>;
export type RunDetail = Type.Static<typeof runDetail>;
export type RunNodeItem = Type.Static<typeof runNode>;
export type RunQuery = Type.Static<typeof runQuery>;

import Type from 'typebox';
import { pageOf, pageQuery } from '../../http/pagination.ts';
import { nullable, oneOf, publicId, timestamp } from '../../http/schemas.ts';
import { timeRangeQuery } from '../../http/time-range.ts';
import { runStatuses } from './run.entity.ts';
import { nodeStatuses } from './run-node.entity.ts';

const run = {
  runId: publicId('run'),
  eventId: publicId('evt'),
  workflowId: publicId('wrk'),
  graphVersion: Type.Integer({ description: 'The graph the run began with' }),
  status: oneOf(runStatuses),
  startedAt: timestamp,
  endedAt: nullable(timestamp),
  error: nullable(Type.String()),
  engineUrl: nullable(Type.String({ description: "The run in the engine's own UI" })),
};

const runDocument = Type.Object(
  {
    documentId: publicId('doc'),
    name: Type.String(),
    templateId: Type.String(),
    nodeId: Type.String(),
  },
  { additionalProperties: false },
);

const runNode = Type.Object(
  {
    id: Type.String(),
    type: Type.String(),
    status: oneOf(nodeStatuses),
    attempts: Type.Integer(),
    input: Type.Unknown({ description: 'What the node read, as JSON; null when it read nothing' }),
    output: Type.Unknown({ description: 'What the node gave, as JSON' }),
    error: nullable(Type.String()),
    startedAt: nullable(timestamp),
    endedAt: nullable(timestamp),
  },
  { additionalProperties: false },
);

export const runPage = pageOf(Type.Object(run, { additionalProperties: false }));

export const runDetail = Type.Object(
  { ...run, documents: Type.Array(runDocument), nodes: Type.Array(runNode) },
  { additionalProperties: false },
);

export const runQuery = Type.Object(
  { ...pageQuery, ...timeRangeQuery, status: Type.Optional(oneOf(runStatuses)) },
  { additionalProperties: false },
);

export type RunItem = Type.Static<typeof runPage>['content'][number];
export type RunPage = Type.Static<typeof runPage>;
export type RunDetail = Type.Static<typeof runDetail>;
export type RunNodeItem = Type.Static<typeof runNode>;
export type RunQuery = Type.Static<typeof runQuery>;

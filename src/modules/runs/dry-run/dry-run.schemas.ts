import Type from 'typebox';
import { nullable, oneOf } from '../../../http/schemas.ts';
import { runStatuses } from '../run.entity.ts';
import { nodeStatuses } from '../run-node.entity.ts';
import { runNode } from '../runs.schemas.ts';

const graph = Type.Object(
  { nodes: Type.Array(Type.Unknown()), edges: Type.Array(Type.Unknown()) },
  { description: 'A graph that is not saved; default: the stored one' },
);

export const testBody = Type.Object(
  {
    payload: Type.Optional(Type.Object({}, { description: 'Default: that of the latest event' })),
    stepsJson: Type.Optional(graph),
  },
  { additionalProperties: false },
);

const ending = { status: oneOf(runStatuses), error: nullable(Type.String()) };

export const dryRunResult = Type.Object(
  { ...ending, nodes: Type.Array(runNode) },
  { additionalProperties: false },
);

export const compareBody = Type.Object({ stepsJson: Type.Optional(graph) }, { additionalProperties: false });

const side = { ...ending, graphVersion: nullable(Type.Integer({ description: 'Null: the graph sent' })) };

const nodeSide = nullable(
  Type.Object(
    { status: oneOf(nodeStatuses), error: nullable(Type.String()), output: Type.Unknown() },
    { additionalProperties: false },
  ),
);

export const comparison = Type.Object(
  {
    isSame: Type.Boolean(),
    ran: Type.Object(side, { additionalProperties: false, description: 'The version that ran, run again' }),
    draft: Type.Object(side, { additionalProperties: false }),
    nodes: Type.Array(
      Type.Object({ id: Type.String(), ran: nodeSide, draft: nodeSide }, { additionalProperties: false }),
      { description: 'Nodes with another status, error or output; null: one side has no such node' },
    ),
    fields: Type.Array(
      Type.Object(
        {
          nodeId: Type.String(),
          item: nullable(Type.Integer({ description: 'Number of the item, from 0; null outside loops' })),
          field: Type.String({ description: 'Name of the form field, or of the mapping of placed text' }),
          ran: nullable(Type.String()),
          draft: nullable(Type.String()),
        },
        { additionalProperties: false },
      ),
      {
        description:
          'Fields of documents with different values in the PDF; null: no such document or field. The first 1,000',
      },
    ),
  },
  { additionalProperties: false },
);

export type DryRunResult = Type.Static<typeof dryRunResult>;
export type Comparison = Type.Static<typeof comparison>;

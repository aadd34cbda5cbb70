import Type from 'typebox';
import { line, nullable, oneOf, publicId, timestamp } from '../../http/schemas.ts';
import { workflowStatuses } from './workflow.entity.ts';

/** Kinds of triggers a workflow can have. */
const triggerTypes = ['webhook'] as const;

const name = line(200);

const graph = Type.Object(
  { nodes: Type.Array(Type.Unknown()), edges: Type.Array(Type.Unknown()) },
  {
    description:
      'The graph: nodes `{id, type, position, data}` and edges `{id, source, target}`. A DRAFT may hold anything of ' +
      'this outer shape; ACTIVE needs a valid graph. docs/use/workflows.md has the node types, their data and the paths.',
  },
);

export const createWorkflowBody = Type.Object(
  { name, triggerType: Type.Optional(oneOf(triggerTypes)), stepsJson: graph },
  { additionalProperties: false },
);

export const updateWorkflowBody = Type.Object(
  {
    name: Type.Optional(name),
    status: Type.Optional(oneOf(workflowStatuses)),
    stepsJson: Type.Optional(graph),
  },
  { additionalProperties: false },
);

export const validateWorkflowBody = Type.Object(
  { stepsJson: Type.Optional(graph) },
  { additionalProperties: false },
);

const listed = {
  publicId: publicId('wrk'),
  name: Type.String(),
  status: oneOf(workflowStatuses),
  triggerType: Type.String(),
  createdAt: timestamp,
  updatedAt: timestamp,
};

export const workflowListItem = Type.Object(listed, { additionalProperties: false });

export const workflowRecord = Type.Object(
  {
    ...listed,
    webhookUrl: Type.String({ description: 'Where events are posted' }),
    stepsJson: Type.String({ description: 'The graph as JSON text, as it was sent' }),
    graphVersion: Type.Integer({ description: 'Number of this graph; each save of a graph makes a new one' }),
    errorMessage: nullable(Type.String({ description: 'Why the workflow is in ERROR' })),
  },
  { additionalProperties: false },
);

/** `withoutReads` makes it from a workflow. */
export const changedWorkflow = Type.Object(
  {
    ...workflowRecord.properties,
    stepsJson: Type.String({
      description:
        'The graph as JSON text, as it was sent. Empty for an API key without the scope `read`, unless this request ' +
        'sent the graph',
    }),
    errorMessage: nullable(
      Type.String({
        description: 'Why the workflow is in ERROR; null for an API key without the scope `read`',
      }),
    ),
  },
  { additionalProperties: false },
);

export const graphProblems = Type.Object(
  {
    valid: Type.Boolean({ description: 'Whether the graph can run: no problem is an error' }),
    problems: Type.Array(
      Type.Object({
        severity: oneOf(['error', 'warning']),
        path: Type.String({ examples: ['stepsJson.nodes[2].data.templateId'] }),
        node: nullable(Type.String()),
        edge: nullable(Type.String()),
        message: Type.String({ description: 'What to do about it' }),
      }),
    ),
  },
  { additionalProperties: false },
);

export type WorkflowListItem = Type.Static<typeof workflowListItem>;
export type WorkflowRecord = Type.Static<typeof workflowRecord>;
export type GraphProblems = Type.Static<typeof graphProblems>;

import { defineEntity, p } from '@mikro-orm/core';
import { User } from '../users/user.entity.ts';
import { Workflow } from './workflow.entity.ts';

/** One immutable saved graph. A run stays on the version it began with. */
const GraphVersionSchema = defineEntity({
  name: 'GraphVersion',
  uniques: [{ properties: ['workflow', 'number'] }],
  properties: {
    id: p.bigint('number').primary(),
    workflow: () => p.manyToOne(Workflow).ref().deleteRule('cascade'),
    number: p.integer(),
    /** The graph as JSON text; text because jsonb reorders keys and refuses `\u0000`. */
    stepsJson: p.text(),
    createdBy: () => p.manyToOne(User).ref(),
    createdAt: p.datetime().defaultRaw('now()'),
  },
});

export class GraphVersion extends GraphVersionSchema.class {}
GraphVersionSchema.setClass(GraphVersion);

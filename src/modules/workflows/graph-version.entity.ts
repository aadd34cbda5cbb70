import { defineEntity, p } from '@mikro-orm/core';
import { User } from '../users/user.entity.ts';
import { Workflow } from './workflow.entity.ts';

/** One saved graph. It never changes; a run uses the version it started with. */
const GraphVersionSchema = defineEntity({
  name: 'GraphVersion',
  uniques: [{ properties: ['workflow', 'number'] }],
  properties: {
    id: p.bigint('number').primary(),
    workflow: () => p.manyToOne(Workflow).ref().deleteRule('cascade'),
    number: p.integer(),
    /** JSON text, because jsonb reorders keys and rejects `\u0000`. */
    stepsJson: p.text(),
    createdBy: () => p.manyToOne(User).ref(),
    createdAt: p.datetime().defaultRaw('now()'),
  },
});

export class GraphVersion extends GraphVersionSchema.class {}
GraphVersionSchema.setClass(GraphVersion);

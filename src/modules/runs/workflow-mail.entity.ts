import { defineEntity, p } from '@mikro-orm/core';
import { Run } from './run.entity.ts';

/** A mail of an email node that is queued or sent; the row prevents that it is queued again. */
const WorkflowMailSchema = defineEntity({
  name: 'WorkflowMail',
  uniques: [{ properties: ['run', 'nodeId', 'itemIndex'] }],
  properties: {
    id: p.bigint('number').primary(),
    run: () => p.manyToOne(Run).ref().deleteRule('cascade'),
    nodeId: p.string().length(200),
    /** Which item of a loop, -1 outside loops. */
    itemIndex: p.integer().default(-1),
    createdAt: p.datetime().defaultRaw('now()'),
  },
});

export class WorkflowMail extends WorkflowMailSchema.class {}
WorkflowMailSchema.setClass(WorkflowMail);

import { defineEntity, p } from '@mikro-orm/core';
import { User } from '../users/user.entity.ts';

/** Workflow statuses. */
export const workflowStatuses = ['DRAFT', 'ACTIVE', 'DISABLED', 'ERROR'] as const;
export type WorkflowStatus = (typeof workflowStatuses)[number];

const WorkflowSchema = defineEntity({
  name: 'Workflow',
  properties: {
    id: p.bigint('number').primary(),
    publicId: p.string().length(30).unique(),
    owner: () => p.manyToOne(User).ref().index(),
    name: p.string().length(200),
    status: p.string().length(16).$type<WorkflowStatus>().default('DRAFT'),
    triggerType: p.string().length(16).default('webhook'),
    /** The reason for ERROR; null otherwise. */
    errorMessage: p.text().nullable(),
    /** The number of the current graph version. */
    graphVersion: p.integer().default(1),
    createdAt: p.datetime().defaultRaw('now()'),
    updatedAt: p
      .datetime()
      .defaultRaw('now()')
      .onUpdate(() => new Date()),
  },
});

export class Workflow extends WorkflowSchema.class {}
WorkflowSchema.setClass(Workflow);

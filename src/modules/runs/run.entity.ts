import { defineEntity, p } from '@mikro-orm/core';
import { Event } from '../webhooks/event.entity.ts';
import { GraphVersion } from '../workflows/graph-version.entity.ts';
import { Workflow } from '../workflows/workflow.entity.ts';

/** Run statuses (decisions, section 6). */
export const runStatuses = ['RUNNING', 'WAITING', 'COMPLETED', 'FAILED', 'CANCELLED'] as const;
export type RunStatus = (typeof runStatuses)[number];

/** One execution of a workflow for an event. Inserted in the transaction that accepts the event. */
const RunSchema = defineEntity({
  name: 'Run',
  indexes: [
    { properties: ['workflow', 'id'] },
    // What the sweeper compares with the engine: unfinished runs, however many finished ones there are.
    { name: 'run_open_index', properties: ['id'], where: 'ended_at is null' },
  ],
  properties: {
    id: p.bigint('number').primary(),
    publicId: p.string().length(30).unique(),
    event: () => p.manyToOne(Event).ref().deleteRule('cascade').index(),
    workflow: () => p.manyToOne(Workflow).ref().deleteRule('cascade'),
    /** Without a constraint, as in webhook_event. */
    graphVersion: () => p.manyToOne(GraphVersion).ref().createForeignKeyConstraint(false),
    status: p.string().length(16).$type<RunStatus>().default('RUNNING'),
    /** The engine's workflow id: the event's id for its first run. */
    engineWorkflowId: p.string().length(64),
    /** The engine's run id once known. */
    engineRunId: p.string().length(64).nullable(),
    error: p.text().nullable(),
    startedAt: p.datetime().defaultRaw('now()'),
    endedAt: p.datetime().nullable(),
  },
});

export class Run extends RunSchema.class {}
RunSchema.setClass(Run);

import { defineEntity, p } from '@mikro-orm/core';
import { Event } from '../webhooks/event.entity.ts';
import { GraphVersion } from '../workflows/graph-version.entity.ts';
import { forgetTotal } from '../workflows/list-totals/forget-total.ts';
import { Workflow } from '../workflows/workflow.entity.ts';

/** Run statuses (decisions, section 6). */
export const runStatuses = ['RUNNING', 'WAITING', 'COMPLETED', 'FAILED', 'CANCELLED'] as const;
export type RunStatus = (typeof runStatuses)[number];

/** Why there is a run: its event arrived, somebody replayed the event, or retried a failed run of it. */
export const runKinds = ['EVENT', 'REPLAY', 'RETRY'] as const;
export type RunKind = (typeof runKinds)[number];

/**
 * One execution of a workflow for an event. That of an arriving event is inserted in the transaction that accepts the
 * event, and started with it; all others are their own outbox: whoever finds the row PENDING and not leased may
 * start it.
 */
const RunSchema = defineEntity({
  name: 'Run',
  uniques: [{ properties: ['event', 'requestKey'] }],
  indexes: [
    { properties: ['workflow', 'id'] },
    { properties: ['workflow', 'status', 'id'] },
    { properties: ['workflow', 'startedAt'] },
    // What the sweeper compares with the engine: unfinished runs, however many finished ones there are.
    { name: 'run_open_index', properties: ['id'], where: 'ended_at is null' },
    { name: 'run_pending_index', properties: ['id'], where: "dispatch = 'PENDING'" },
    { name: 'run_bulk_open_index', properties: ['id'], where: 'is_bulk and ended_at is null' },
  ],
  triggers: forgetTotal('run'),
  properties: {
    id: p.bigint('number').primary(),
    publicId: p.string().length(30).unique(),
    event: () => p.manyToOne(Event).ref().deleteRule('cascade').index(),
    workflow: () => p.manyToOne(Workflow).ref().deleteRule('cascade'),
    /** Without a constraint, as in webhook_event. */
    graphVersion: () => p.manyToOne(GraphVersion).ref().createForeignKeyConstraint(false),
    status: p.string().length(16).$type<RunStatus>().default('RUNNING'),
    /** The engine's workflow id: the event's id for its first run, else the run's own. */
    engineWorkflowId: p.string().length(64),
    /** The engine's run id once known. */
    engineRunId: p.string().length(64).nullable(),
    error: p.text().nullable(),
    startedAt: p.datetime().defaultRaw('now()'),
    endedAt: p.datetime().nullable(),
    kind: p.string().length(8).$type<RunKind>().default('EVENT'),
    /** The failed run whose success a retry keeps. */
    sourceRun: () => p.manyToOne(Run).ref().nullable().deleteRule('set null').index(),
    /** What makes a repeated request for this run the same one; null when nobody said. */
    requestKey: p.string().length(300).nullable(),
    /** One of many replayed at once: started a few at a time, behind everything else. */
    isBulk: p.boolean().default(false),
    /** Null: started with its event. */
    dispatch: p.string().length(8).$type<'PENDING' | 'STARTED'>().nullable(),
    dispatchAttempts: p.integer().default(0),
    leasedUntil: p.datetime().nullable(),
  },
});

export class Run extends RunSchema.class {}
RunSchema.setClass(Run);

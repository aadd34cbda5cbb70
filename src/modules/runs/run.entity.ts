import { defineEntity, p } from '@mikro-orm/core';
import { Event } from '../webhooks/event.entity.ts';
import { invalidateCount } from '../workflows/cached-counts/invalidate-count.ts';
import { GraphVersion } from '../workflows/graph-version.entity.ts';
import { Workflow } from '../workflows/workflow.entity.ts';

export const runStatuses = ['RUNNING', 'WAITING', 'COMPLETED', 'FAILED', 'CANCELLED'] as const;
type RunStatus = (typeof runStatuses)[number];

/** Why a run exists: its event arrived, the event was replayed, or a failed run of it was retried. */
export const runKinds = ['EVENT', 'REPLAY', 'RETRY'] as const;
type RunKind = (typeof runKinds)[number];

/**
 * One execution of a workflow for an event. The row is also the outbox: a process that finds it PENDING without a lease
 * may lease it and start it in Temporal (dispatch/outbox.repository.ts).
 */
const RunSchema = defineEntity({
  name: 'Run',
  uniques: [{ properties: ['event', 'requestKey'] }],
  indexes: [
    { properties: ['workflow', 'id'] },
    { properties: ['workflow', 'status', 'id'] },
    { properties: ['workflow', 'startedAt'] },
    // The reconciler reads only unfinished runs, the sweeper only pending ones: finished runs cost them nothing.
    { name: 'run_open_index', properties: ['id'], where: 'ended_at is null' },
    { name: 'run_pending_index', properties: ['isBulk', 'workflow', 'id'], where: "dispatch = 'PENDING'" },
    { name: 'run_bulk_open_index', properties: ['id'], where: 'is_bulk and ended_at is null' },
  ],
  triggers: invalidateCount('run'),
  properties: {
    id: p.bigint('number').primary(),
    publicId: p.string().length(30).unique(),
    event: () => p.manyToOne(Event).ref().deleteRule('cascade').index(),
    workflow: () => p.manyToOne(Workflow).ref().deleteRule('cascade'),
    /** Without a constraint, as in Event. */
    graphVersion: () => p.manyToOne(GraphVersion).ref().createForeignKeyConstraint(false),
    status: p.string().length(16).$type<RunStatus>().default('RUNNING'),
    /** The workflow id in Temporal: the event's id for its first run, else the run's own. */
    engineWorkflowId: p.string().length(64),
    /** The run id in Temporal, once known. */
    engineRunId: p.string().length(64).nullable(),
    error: p.text().nullable(),
    startedAt: p.datetime().defaultRaw('now()'),
    endedAt: p.datetime().nullable(),
    kind: p.string().length(8).$type<RunKind>().default('EVENT'),
    /** The failed run that a retry continues. */
    sourceRun: () => p.manyToOne(Run).ref().nullable().deleteRule('set null').index(),
    /** The idempotency key of the request for this run, if it had one. */
    requestKey: p.string().length(300).nullable(),
    /** One of many that were replayed at once: a few are started at a time, after all other runs. */
    isBulk: p.boolean().default(false),
    /** PENDING: to be started in Temporal. STARTED: Temporal has it. Null: it ended before it was started. */
    dispatch: p.string().length(8).$type<'PENDING' | 'STARTED'>().nullable(),
    /** Starts that Temporal has rejected. */
    dispatchAttempts: p.integer().default(0),
    /** E-mails that its nodes have queued. */
    mails: p.integer().default(0),
    /** Until then a process is starting the run; null if none is. */
    leasedUntil: p.datetime().nullable(),
    /** A rejected start is attempted again after this time. */
    retryAt: p.datetime().nullable(),
  },
});

export class Run extends RunSchema.class {}
RunSchema.setClass(Run);

import { defineEntity, p } from '@mikro-orm/core';
import { GraphVersion } from '../workflows/graph-version.entity.ts';
import { forgetTotal } from '../workflows/list-totals/forget-total.ts';
import { Workflow } from '../workflows/workflow.entity.ts';

/**
 * STORED: kept, never run by itself (the workflow was not ACTIVE, or the engine will not take it). PENDING: a run is owed. STARTED: the engine has
 * it. The row is the outbox: whoever finds it PENDING and not leased may start the run.
 */
export const dispatchStates = ['STORED', 'PENDING', 'STARTED'] as const;
export type DispatchState = (typeof dispatchStates)[number];

const EventSchema = defineEntity({
  name: 'Event',
  tableName: 'webhook_event',
  uniques: [{ properties: ['workflow', 'idempotencyKey'] }],
  indexes: [
    { properties: ['workflow', 'id'] },
    // Events of a time or of a status are counted in the index alone.
    { properties: ['workflow', 'receivedAt', 'dispatch'] },
    // The sweeper's index holds only what is owed, so that a million finished events cost it nothing.
    { name: 'webhook_event_pending_index', properties: ['workflow', 'id'], where: "dispatch = 'PENDING'" },
  ],
  triggers: forgetTotal('webhook_event'),
  properties: {
    /** The order of events; timestamps have only one second. */
    id: p.bigint('number').primary(),
    publicId: p.string().length(30).unique(),
    workflow: () => p.manyToOne(Workflow).ref().deleteRule('cascade'),
    /**
     * Pinned when the event was accepted. No constraint: versions go only with their workflow, which takes its events
     * along, and a constraint would have every deletion look for each version in all events.
     */
    graphVersion: () => p.manyToOne(GraphVersion).ref().createForeignKeyConstraint(false),
    /** The received body, unchanged. */
    payload: p.text(),
    idempotencyKey: p.string().length(255).nullable(),
    receivedAt: p.datetime().defaultRaw('now()'),
    dispatch: p.string().length(8).$type<DispatchState>(),
    dispatchAttempts: p.integer().default(0),
    /** A dispatcher holds the row until then; null when nobody does. */
    leasedUntil: p.datetime().nullable(),
    /** Of the request (W3C Trace Context); null while nobody collects traces. */
    traceparent: p.string().length(55).nullable(),
  },
});

export class Event extends EventSchema.class {}
EventSchema.setClass(Event);

import { defineEntity, p } from '@mikro-orm/core';
import { invalidateCount } from '../workflows/cached-counts/invalidate-count.ts';
import { GraphVersion } from '../workflows/graph-version.entity.ts';
import { Workflow } from '../workflows/workflow.entity.ts';

/** A received webhook. Its runs refer to it; the event of a workflow that was not ACTIVE has none. */
const EventSchema = defineEntity({
  name: 'Event',
  tableName: 'webhook_event',
  uniques: [{ properties: ['workflow', 'idempotencyKey'] }],
  indexes: [
    { properties: ['workflow', 'id'] },
    // Events of a period are counted in the index alone.
    { properties: ['workflow', 'receivedAt'] },
  ],
  triggers: invalidateCount('webhook_event'),
  properties: {
    /** Events are ordered by it; responses show timestamps in whole seconds. */
    id: p.bigint('number').primary(),
    publicId: p.string().length(30).unique(),
    workflow: () => p.manyToOne(Workflow).ref().deleteRule('cascade'),
    /**
     * Pinned when the event was accepted. No foreign key: versions are deleted only with their workflow and its events,
     * and each deletion would search all events for each version.
     */
    graphVersion: () => p.manyToOne(GraphVersion).ref().createForeignKeyConstraint(false),
    /** The received body, unchanged. */
    payload: p.text(),
    idempotencyKey: p.string().length(255).nullable(),
    receivedAt: p.datetime().defaultRaw('now()'),
    /** Trace of the request (W3C Trace Context); null where traces are not collected. */
    traceparent: p.string().length(55).nullable(),
  },
});

export class Event extends EventSchema.class {}
EventSchema.setClass(Event);

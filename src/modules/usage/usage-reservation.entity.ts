import { defineEntity, p } from '@mikro-orm/core';

/** Actions that are reserved while work is in progress. A reservation that is not renewed expires. */
const UsageReservationSchema = defineEntity({
  name: 'UsageReservation',
  properties: {
    id: p.bigint('number').primary(),
    /** The document or stamp job, as in `usage_entry`. */
    source: p.string().length(30),
    subject: p.string().length(30),
    /** `YYYY-MM`, UTC. */
    month: p.string().length(7),
    actions: p.integer(),
    expiresAt: p.datetime().index(),
  },
  uniques: [{ properties: ['source', 'month'] }],
});

export class UsageReservation extends UsageReservationSchema.class {}
UsageReservationSchema.setClass(UsageReservation);

import { defineEntity, p } from '@mikro-orm/core';

/** The request counts of one rate-limited key, shared by all API processes. Times are milliseconds since 1970. */
const RateCounterSchema = defineEntity({
  name: 'RateCounter',
  properties: {
    key: p.string().length(320).primary(),
    windowStart: p.bigint('number'),
    /** Requests allowed in the window before this one. */
    previous: p.integer(),
    /** Requests allowed in this window. */
    current: p.integer(),
    /** Requests allowed by the last statement, which returns it. */
    granted: p.integer(),
    /** From then on the row counts for nothing. */
    expiresAt: p.bigint('number').index(),
  },
});

export class RateCounter extends RateCounterSchema.class {}
RateCounterSchema.setClass(RateCounter);

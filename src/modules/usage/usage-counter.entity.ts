import { defineEntity, p } from '@mikro-orm/core';

/** The actions of one account or organization in one month; moves in the transaction that writes a `usage_entry`. */
const UsageCounterSchema = defineEntity({
  name: 'UsageCounter',
  properties: {
    id: p.bigint('number').primary(),
    /** Public id of the account or organization. */
    subject: p.string().length(30),
    /** `YYYY-MM`, UTC. */
    month: p.string().length(7),
    /** What counts against the limit of the subject. */
    charged: p.integer().default(0),
    /** What the account stamped, from its own templates and from those of organizations. */
    acted: p.integer().default(0),
    /** Set aside for work under way: the sum of the subject's reservations. */
    reserved: p.integer().default(0),
  },
  uniques: [{ properties: ['subject', 'month'] }],
});

export class UsageCounter extends UsageCounterSchema.class {}
UsageCounterSchema.setClass(UsageCounter);

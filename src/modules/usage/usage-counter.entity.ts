import { defineEntity, p } from '@mikro-orm/core';

/** The actions of one account or organization in one month; updated in the transaction that inserts a `usage_entry`. */
const UsageCounterSchema = defineEntity({
  name: 'UsageCounter',
  properties: {
    id: p.bigint('number').primary(),
    /** Public id of the account or organization. */
    subject: p.string().length(30),
    /** `YYYY-MM`, UTC. */
    month: p.string().length(7),
    /** Actions that count against the limit of the subject. */
    charged: p.integer().default(0),
    /** Actions of the account, on its own templates and on those of organizations. */
    acted: p.integer().default(0),
    /** Sum of the subject's reservations for work in progress. */
    reserved: p.integer().default(0),
  },
  uniques: [{ properties: ['subject', 'month'] }],
});

export class UsageCounter extends UsageCounterSchema.class {}
UsageCounterSchema.setClass(UsageCounter);

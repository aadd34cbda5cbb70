import { defineEntity, p } from '@mikro-orm/core';

/** The limits of one account or organization. Without a row there are the general ones. */
const PlanSchema = defineEntity({
  name: 'Plan',
  properties: {
    id: p.bigint('number').primary(),
    /** `sub_…`: the subscription that profiles show. */
    publicId: p.string().length(30).unique(),
    /** Public id of the account or organization it is for. */
    subject: p.string().length(30).unique(),
    nickname: p.string().length(100).nullable(),
    /** Stamped PDFs in a calendar month, UTC; null: any number. */
    actionLimit: p.integer().nullable(),
    /** Of the account, or of each member without a limit of their own (`request-rate.ts`). Null: RATE_LIMIT_PER_MINUTE. */
    requestsPerMinute: p.integer().nullable(),
    createdAt: p.datetime().defaultRaw('now()'),
    updatedAt: p
      .datetime()
      .defaultRaw('now()')
      .onUpdate(() => new Date()),
  },
});

export class Plan extends PlanSchema.class {}
PlanSchema.setClass(Plan);

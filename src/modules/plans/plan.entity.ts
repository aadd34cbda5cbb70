import { defineEntity, p } from '@mikro-orm/core';

/** The limits of an account or organization. Without a row the general limits apply. */
const PlanSchema = defineEntity({
  name: 'Plan',
  properties: {
    id: p.bigint('number').primary(),
    /** `sub_…`, shown as a subscription in profiles. */
    publicId: p.string().length(30).unique(),
    /** The public id of the account or organization. */
    subject: p.string().length(30).unique(),
    nickname: p.string().length(100).nullable(),
    /** Stamped PDFs per calendar month (UTC); null means unlimited. */
    actionLimit: p.integer().nullable(),
    /** Of the account, or of each member of the organization (account-limits.ts). Null means RATE_LIMIT_PER_MINUTE. */
    requestsPerMinute: p.integer().nullable(),
    /** E-mails of workflows a day (UTC), as `requestsPerMinute`. Null means WORKFLOW_MAILS_PER_DAY. */
    mailsPerDay: p.integer().nullable(),
    createdAt: p.datetime().defaultRaw('now()'),
    updatedAt: p
      .datetime()
      .defaultRaw('now()')
      .onUpdate(() => new Date()),
  },
});

export class Plan extends PlanSchema.class {}
PlanSchema.setClass(Plan);

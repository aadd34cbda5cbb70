import { defineEntity, p } from '@mikro-orm/core';

/**
 * The actions of one account in one day, by organization, template and workflow: what reports add up. Moves in the
 * transaction that writes a `usage_entry`. Blank stands for none, so that each combination is one row.
 */
const UsageDaySchema = defineEntity({
  name: 'UsageDay',
  properties: {
    id: p.bigint('number').primary(),
    /** Public id of who stamped. */
    account: p.string().length(30),
    /** Public id of the organization that paid, or blank. */
    organization: p.string().length(30),
    /** UTC. */
    day: p.date(),
    templatePublicId: p.string().length(30),
    /** Blank: stamped by hand. */
    workflowPublicId: p.string().length(30),
    actions: p.integer(),
  },
  uniques: [
    {
      name: 'usage_day_unique',
      properties: ['account', 'day', 'organization', 'templatePublicId', 'workflowPublicId'],
    },
  ],
  indexes: [{ properties: ['organization', 'day'] }],
});

export class UsageDay extends UsageDaySchema.class {}
UsageDaySchema.setClass(UsageDay);

import { defineEntity, p } from '@mikro-orm/core';

/**
 * The actions of one account in one day, by organization, template and workflow; reports sum them up. Updated in the
 * transaction that inserts a `usage_entry`. An empty text is used instead of null, so that each combination is one row.
 */
const UsageDaySchema = defineEntity({
  name: 'UsageDay',
  properties: {
    id: p.bigint('number').primary(),
    /** Public id of the account that stamped. */
    account: p.string().length(30),
    /** Public id of the organization that paid, or empty. */
    organization: p.string().length(30),
    /** UTC. */
    day: p.date(),
    templatePublicId: p.string().length(30),
    /** Empty: not stamped by a workflow. */
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

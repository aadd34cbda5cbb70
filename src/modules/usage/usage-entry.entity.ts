import { defineEntity, p } from '@mikro-orm/core';
import { Organization } from '../organizations/organization.entity.ts';
import { User } from '../users/user.entity.ts';

/**
 * Used actions: one for each stamped PDF. `source` is the id of the document or stamp job; it is unique, so a retry does
 * not count twice.
 */
const UsageEntrySchema = defineEntity({
  name: 'UsageEntry',
  indexes: [{ properties: ['user', 'createdAt'] }, { properties: ['organization', 'createdAt'] }],
  properties: {
    id: p.bigint('number').primary(),
    source: p.string().length(30).unique(),
    user: () => p.manyToOne(User).ref(),
    organization: () => p.manyToOne(Organization).ref().nullable().deleteRule('set null'),
    templatePublicId: p.string().length(30),
    workflowPublicId: p.string().length(30).nullable(),
    actions: p.integer(),
    createdAt: p.datetime().defaultRaw('now()'),
  },
});

export class UsageEntry extends UsageEntrySchema.class {}
UsageEntrySchema.setClass(UsageEntry);

import { defineEntity, p } from '@mikro-orm/core';
import { User } from '../users/user.entity.ts';
import { Organization } from './organization.entity.ts';

export const organizationRoles = ['ORG_ADMIN', 'MEMBER'] as const;
export type OrganizationRole = (typeof organizationRoles)[number];

const MembershipSchema = defineEntity({
  name: 'Membership',
  uniques: [{ properties: ['user', 'organization'] }],
  // Lists the members of an organization, newest first.
  indexes: [{ properties: ['organization', 'id'] }],
  properties: {
    id: p.bigint('number').primary(),
    user: () => p.manyToOne(User).ref().deleteRule('cascade'),
    organization: () => p.manyToOne(Organization).ref().deleteRule('cascade'),
    role: p.string().length(16).$type<OrganizationRole>(),
    joinedAt: p.datetime().defaultRaw('now()'),
  },
});

export class Membership extends MembershipSchema.class {}
MembershipSchema.setClass(Membership);

import { defineEntity, p } from '@mikro-orm/core';
import type { OrganizationRole } from './membership.entity.ts';
import { Organization } from './organization.entity.ts';

export const invitationStatuses = ['PENDING', 'ACCEPTED', 'EXPIRED', 'REVOKED'] as const;
export type InvitationStatus = (typeof invitationStatuses)[number];

/**
 * Somebody is asked to join an organization. One that nobody answered in time is stored as PENDING until it is
 * replaced; whoever reads the status must look at `expiresAt` too.
 */
const InvitationSchema = defineEntity({
  name: 'Invitation',
  indexes: [
    { properties: ['organization', 'id'] },
    {
      name: 'invitation_pending_index',
      expression: `create unique index "invitation_pending_index" on "invitation" ("organization_id", "email") where status = 'PENDING'`,
    },
  ],
  properties: {
    id: p.bigint('number').primary(),
    publicId: p.string().length(30).unique(),
    organization: () => p.manyToOne(Organization).ref().deleteRule('cascade'),
    /** Lower case. */
    email: p.string().length(254),
    role: p.string().length(16).$type<OrganizationRole>(),
    status: p.string().length(16).$type<InvitationStatus>().default('PENDING'),
    /** The address of who asked, as it was then. */
    invitedBy: p.string().length(254),
    createdAt: p.datetime().defaultRaw('now()'),
    expiresAt: p.datetime(),
  },
});

export class Invitation extends InvitationSchema.class {}
InvitationSchema.setClass(Invitation);

/** A link that was mailed for an invitation: only the SHA-256 of its token. Gone with the answer. */
const InvitationTokenSchema = defineEntity({
  name: 'InvitationToken',
  properties: {
    id: p.bigint('number').primary(),
    invitation: () => p.manyToOne(Invitation).ref().deleteRule('cascade').index(),
    tokenHash: p.string().length(64).unique(),
  },
});

export class InvitationToken extends InvitationTokenSchema.class {}
InvitationTokenSchema.setClass(InvitationToken);

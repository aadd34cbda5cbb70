import { defineEntity, p } from '@mikro-orm/core';
import type { OrganizationRole } from './membership.entity.ts';
import { Organization } from './organization.entity.ts';

export const invitationStatuses = ['PENDING', 'ACCEPTED', 'EXPIRED', 'REVOKED'] as const;
export type InvitationStatus = (typeof invitationStatuses)[number];

/**
 * An invitation to join an organization. An expired one is stored as PENDING until it is replaced, so readers of `status`
 * must check `expiresAt` too.
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
    /** The address of the inviter at that time. */
    invitedBy: p.string().length(254),
    createdAt: p.datetime().defaultRaw('now()'),
    expiresAt: p.datetime(),
  },
});

export class Invitation extends InvitationSchema.class {}
InvitationSchema.setClass(Invitation);

/** An e-mailed link of an invitation. Only the SHA-256 of its token is stored; closing the invitation deletes it. */
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

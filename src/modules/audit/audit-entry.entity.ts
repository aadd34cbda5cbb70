import { defineEntity, p } from '@mikro-orm/core';

/** The recorded actions. Add a line for each new action. */
export const auditActions = [
  'USER_CREATED',
  'USER_EMAIL_CHANGED',
  'USER_ROLE_CHANGED',
  'USER_LOCKED',
  'USER_UNLOCKED',
  'USER_PASSWORD_RESET_SENT',
  'USER_VERIFICATION_SENT',
  'USER_PASSWORD_SET',
  'USER_TWO_FACTOR_RESET',
  'USER_PLAN_CHANGED',
  'ORGANIZATION_PLAN_CHANGED',
  'ORGANIZATION_CREATED',
  'ORGANIZATION_CHANGED',
  'ORGANIZATION_DELETED',
  'ORGANIZATION_ROLE_CHANGED',
  'ORGANIZATION_MEMBER_JOINED',
  'ORGANIZATION_MEMBER_LEFT',
  'ORGANIZATION_MEMBER_REMOVED',
  'INVITATION_SENT',
  'INVITATION_RESENT',
  'INVITATION_REVOKED',
  'API_KEY_CREATED',
  'API_KEY_REVOKED',
  'EVENTS_REQUEUED',
  'RUN_CANCELLED',
] as const;
export type AuditAction = (typeof auditActions)[number];

/** The changed members, with their values before and after. */
export type AuditChanges = Record<string, { from: AuditValue; to: AuditValue }>;
type AuditValue = string | number | boolean | null;

/**
 * An entry of the audit trail: an action, its actor, its target, and the request. Stores names instead of references, so
 * that an entry does not change when accounts change. Entries are never updated.
 */
const AuditEntrySchema = defineEntity({
  name: 'AuditEntry',
  indexes: [
    { properties: ['actorId', 'id'] },
    { properties: ['targetId', 'id'] },
    { properties: ['action', 'id'] },
    { properties: ['at'] },
  ],
  properties: {
    id: p.bigint('number').primary(),
    at: p.datetime(),
    /** Public id, or `operator`. */
    actorId: p.string().length(30),
    actorEmail: p.string().length(254),
    action: p.string().length(40).$type<AuditAction>(),
    /** Public id. */
    targetId: p.string().length(30),
    /** The e-mail address or name of the target. */
    targetName: p.string().length(254),
    changes: p.json<AuditChanges>().nullable(),
    ip: p.string().length(64),
    userAgent: p.string().length(300).nullable(),
    requestId: p.string().length(64),
  },
});

export class AuditEntry extends AuditEntrySchema.class {}
AuditEntrySchema.setClass(AuditEntry);

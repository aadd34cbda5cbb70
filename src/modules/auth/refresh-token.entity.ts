import { defineEntity, p } from '@mikro-orm/core';
import { User } from '../users/user.entity.ts';

/**
 * One refresh token of a family (one log-in). Only its SHA-256 is stored. A rotated token names the time of its
 * rotation: using it again later than the grace period revokes the whole family (decisions, section 2).
 */
const RefreshTokenSchema = defineEntity({
  name: 'RefreshToken',
  indexes: [{ name: 'refresh_token_live_index', properties: ['user'], where: 'revoked_at is null' }],
  properties: {
    id: p.bigint('number').primary(),
    user: () => p.manyToOne(User).ref().deleteRule('cascade'),
    familyId: p.uuid().index(),
    tokenHash: p.string().length(64).unique(),
    createdAt: p.datetime().defaultRaw('now()'),
    /** Absolute end of the family, whatever the activity. */
    familyExpiresAt: p.datetime(),
    /** Idle end of this token. */
    expiresAt: p.datetime(),
    rotatedAt: p.datetime().nullable(),
    revokedAt: p.datetime().nullable(),
  },
});

export class RefreshToken extends RefreshTokenSchema.class {}
RefreshTokenSchema.setClass(RefreshToken);

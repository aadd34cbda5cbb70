import { defineEntity, p } from '@mikro-orm/core';
import { User } from '../users/user.entity.ts';

/**
 * A refresh token. The tokens of one log-in are a family. Only the SHA-256 of a token is stored. Using a rotated token
 * again after the grace period revokes its family.
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
    /** The end of the family, regardless of activity. */
    familyExpiresAt: p.datetime(),
    /** The end of this token if it is not used. */
    expiresAt: p.datetime(),
    rotatedAt: p.datetime().nullable(),
    revokedAt: p.datetime().nullable(),
  },
});

export class RefreshToken extends RefreshTokenSchema.class {}
RefreshTokenSchema.setClass(RefreshToken);

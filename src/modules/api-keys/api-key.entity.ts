import { defineEntity, p } from '@mikro-orm/core';
import { User } from '../users/user.entity.ts';

/** What a key may be good for. Each route names the one it needs; most routes are open to no key. */
export const apiKeyScopes = ['read', 'stamp', 'workflows'] as const;
export type ApiKeyScope = (typeof apiKeyScopes)[number];

/** A key a program sends instead of an access token. Only the SHA-256 of it is stored; a revoked one is gone. */
const ApiKeySchema = defineEntity({
  name: 'ApiKey',
  indexes: [{ properties: ['user', 'id'] }],
  properties: {
    id: p.bigint('number').primary(),
    publicId: p.string().length(30).unique(),
    user: () => p.manyToOne(User).ref().deleteRule('cascade'),
    name: p.string().length(100),
    secretHash: p.string().length(64).unique().hidden(),
    scopes: p.array().$type<ApiKeyScope[]>(),
    createdAt: p.datetime(),
    expiresAt: p.datetime().nullable(),
    /** Written once a minute at most. */
    lastUsedAt: p.datetime().nullable(),
  },
});

export class ApiKey extends ApiKeySchema.class {}
ApiKeySchema.setClass(ApiKey);

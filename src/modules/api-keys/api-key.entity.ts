import { defineEntity, p } from '@mikro-orm/core';
import { User } from '../users/user.entity.ts';

/** The scopes of API keys. A route names the scope it needs; most routes accept no API keys. */
export const apiKeyScopes = ['read', 'stamp', 'workflows'] as const;
export type ApiKeyScope = (typeof apiKeyScopes)[number];

/** An API key. Only its SHA-256 is stored; revoking deletes the row. */
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
    /** Updated at most once a minute. */
    lastUsedAt: p.datetime().nullable(),
  },
});

export class ApiKey extends ApiKeySchema.class {}
ApiKeySchema.setClass(ApiKey);
